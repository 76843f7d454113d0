import type { Locator, Page } from '@playwright/test';
import { register, type Site, sampleArticle, samplePitch } from '../test.ts';

export const articlePath = '/admin/articles/31/history';
export const hostile =
  '</script><script>globalThis.broken = true</script><img src=x onerror="globalThis.broken = true">';

const long = Array.from({ length: 40 }, (_, n) => `Sentence number ${n + 1} of a long text.`).join(' ');

/** Creates article 31: published by a program and edited twice, the second time by a user who was then forgotten. */
export async function fillHistory(site: Site): Promise<void> {
  await site.publish(sampleArticle(7, { title: 'On waking early' }));
  const content = `${long} It was dark.\n\nThe end.`;
  await site.edit(31, { title: 'On waking late', content }, 'editor');
  const somebody = await registerAdmin(site, 'Some Body', 'somebody@example.org');
  const changed = { content: content.replace('dark', 'light'), section: 'clash', featured: 1 } as const;
  await site.edit(31, changed, somebody);
  await forget(site, 'somebody@example.org');
}

/** Creates an administrator's account. Resolves with its session cookie. */
export async function registerAdmin(site: Site, fullName: string, email: string) {
  const admin = await register(site, fullName, email);
  await site.send('POST', '/api/operations/administrators/grant', { as: 'service', body: { email } });
  return admin;
}

/** Forgets a user but keeps their pieces. */
export const forget = (site: Site, email: string) =>
  site.send('POST', '/api/operations/users/forgetting', { as: 'service', body: { email, pieces: 'keep' } });

/** Submits a pitch as the writer. Resolves with the pitch's path in the API and the path of its history page. */
export async function fillPitch(site: Site): Promise<{ api: string; path: string }> {
  const fullEssay = 'It rained.\n\nThen it stopped.';
  const api = await site.pitch(samplePitch(1, { articleTitle: 'A pitch about rain', fullEssay }));
  return { api, path: `${api.replace('api', 'admin')}/history` };
}

/** A version in the list, by its displayed number. */
export const versionOf = (page: Page, number: number): Locator =>
  page
    .locator('.version')
    .filter({ has: page.getByRole('heading', { name: new RegExp(`^Version ${number} `) }) });

export async function openVersion(page: Page, number: number): Promise<Locator> {
  const item = versionOf(page, number);
  await item.getByRole('link', { name: 'Open' }).click();
  return item;
}
