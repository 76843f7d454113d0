import type { Locator, Page } from '@playwright/test';
import { sampleArticle } from '../../testing/fixture-api.ts';
import { type FixtureVersion, sampleEditor } from '../../testing/fixture-history.ts';
import { openAsAdmin as openPanelAsAdmin } from '../admin/admin-site.ts';
import type { FixtureSite } from '../fixture-site.ts';

export { open, test, toastOf } from '../account/account-site.ts';

export const articlePath = '/admin/articles/7/history';
export const pitchPath = '/admin/submissions/pitch-1/history';
export const auditPath = '/admin/audit';

let isWarm = false;

/** Opens a page as an administrator, once the code of all these pages is loaded, as `openAsAdmin` of the panel does. */
export async function openAsAdmin(page: Page, site: FixtureSite, path: string): Promise<void> {
  if (!isWarm)
    for (const each of [articlePath, pitchPath, auditPath]) await page.request.get(site.url + each);
  isWarm = true;
  await openPanelAsAdmin(page, site, path);
}

const { id: _, createdAt: __, ...first } = sampleArticle(7, { title: 'On waking early' });
const long = Array.from({ length: 40 }, (_, n) => `Sentence number ${n + 1} of a long text.`).join(' ');

/** One version; the minute is what tells them apart. */
export const version = (minute: number, given: Partial<FixtureVersion> = {}): FixtureVersion => ({
  event: 'ArticleEdited',
  at: new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString(),
  actor: sampleEditor,
  restoredRevision: null,
  fields: first,
  ...given,
});

const second = { ...first, title: 'On waking late', content: `${long} It was dark.\n\nThe end.` };
const third = { ...second, content: `${long} It was light.\n\nThe end.`, section: 'clash', featured: 1 };

/** Published, edited twice, the second time by somebody who has been forgotten since. */
export function fillHistory({ api }: FixtureSite): void {
  const forgotten = { id: 'user-9', role: 'writer', name: null };
  api.history.all.set('articles/7', [
    version(0, { event: 'ArticlePublished', actor: { id: 'service', role: 'service', name: null } }),
    version(5, { fields: second }),
    version(9, { fields: third, actor: forgotten }),
  ]);
}

const pitch = {
  fullName: 'Sample Writer',
  age: 15,
  school: null,
  section: 'view',
  articleTitle: 'A pitch about rain',
  articleSummary: 'What it is about.',
  fullEssay: 'It rained.\n\nThen it stopped.',
};

/** A pitch, and whatever became of it. */
export function fillPitch({ api }: FixtureSite, ...events: Partial<FixtureVersion>[]): void {
  const writer = { id: 'user-2', role: 'writer', name: 'Sample Writer' };
  api.history.all.set('submissions/pitch-1', [
    version(0, { event: 'SubmissionPitched', actor: writer, fields: pitch }),
    ...events.map((event, index) => version(index + 1, { fields: pitch, ...event })),
  ]);
}

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
