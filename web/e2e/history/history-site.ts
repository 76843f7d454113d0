import type { Locator, Page } from '@playwright/test';
import { people, register, type Site, sampleArticle, samplePitch } from '../test.ts';

export { openAsAdmin } from '../test.ts';

export const articlePath = '/admin/articles/31/history';
export const auditPath = '/admin/audit';

const { id: _, createdAt: __, ...first } = sampleArticle(7, { title: 'On waking early' });
const long = Array.from({ length: 40 }, (_, n) => `Sentence number ${n + 1} of a long text.`).join(' ');
const second = { ...first, title: 'On waking late', content: `${long} It was dark.\n\nThe end.` };
const third = { ...second, content: `${long} It was light.\n\nThe end.`, section: 'clash', featured: 1 };

/** Makes article 31: published by a program, edited twice, the second time by somebody who has been forgotten since. */
export async function fillHistory(site: Site): Promise<void> {
  await site.publish(first);
  await site.send('PUT', '/api/articles/31', { as: 'editor', body: second });
  const email = 'somebody@example.org';
  const somebody = await register(site, 'Some Body', email);
  await site.send('POST', '/api/operations/administrators/grant', { as: 'service', body: { email } });
  await site.send('PUT', '/api/articles/31', { as: somebody, body: third });
  const body = { email, pieces: 'keep' };
  await site.send('POST', '/api/operations/users/forgetting', { as: 'service', body });
}

/** Edits article 31 as the editor. */
export const editAgain = (site: Site, fields: object) =>
  site.send('PUT', '/api/articles/31', { as: 'editor', body: { ...third, ...fields } });

/** Pitches as the writer, and resolves with the path of the pitch in the API and the page of its history. */
export async function fillPitch(site: Site): Promise<{ api: string; path: string }> {
  const body = samplePitch(1, {
    articleTitle: 'A pitch about rain',
    fullEssay: 'It rained.\n\nThen it stopped.',
  });
  const { id } = JSON.parse((await site.send('POST', '/api/submissions', { as: 'writer', body })).body);
  return { api: `/api/submissions/${id}`, path: `/admin/submissions/${id}/history` };
}

/** Forgets the writer, whose pieces stay. */
export const forgetWriter = (site: Site) =>
  site.send('POST', '/api/operations/users/forgetting', {
    as: 'service',
    body: { email: people.writer.email, pieces: 'keep' },
  });

/** A version in the list, by the number that people see. */
export const versionOf = (page: Page, number: number): Locator =>
  page
    .locator('.version')
    .filter({ has: page.getByRole('heading', { name: new RegExp(`^Version ${number} `) }) });

export async function openVersion(page: Page, number: number): Promise<Locator> {
  const item = versionOf(page, number);
  await item.getByRole('link', { name: 'Open' }).click();
  return item;
}
