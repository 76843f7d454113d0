import { undoPeriod } from '@journal/contracts';
import type { Page } from '@playwright/test';
import type { Person } from '../../../tools/testing/site-content.ts';
import { callsOf, expect, type Site } from '../test.ts';

export const essay = (words: number) => Array(words).fill('word').join(' ');

export const pitchTexts = {
  'Full name': 'Sample Writer',
  Age: '14',
  'School/University (optional)': 'Harbour School',
  'Article title': 'On waking early',
  'Article summary': 'A short case for the morning.',
  'Full essay': essay(900),
};

export const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true });

export async function fillPitch(
  page: Page,
  texts: Readonly<Record<string, string>> = pitchTexts,
): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await field(page, label).fill(text);
  await field(page, 'Section').selectOption('The View (Essay)');
}

export const submit = (page: Page) => page.locator('form.pitch button[type=submit]');

/** The draft stored in the browser, and its owner; the owner is null for a visitor. Rejects if there are several. */
export const keptDraft = (page: Page) =>
  page.evaluate(() => {
    const [key, other] = Object.keys(localStorage).filter((name) => name.startsWith('journal-pitch-draft'));
    if (key === undefined) return null;
    // Their order is random.
    if (other !== undefined) throw new Error(`The browser has two drafts: ${key} and ${other}`);
    const { texts } = JSON.parse(localStorage.getItem(key) ?? '') as { texts: Record<string, string> };
    return { texts, key, owner: key.split(':')[1] ?? null };
  });

/** A user's draft in their account, as returned by the API. */
export const draftOf = async (site: Site, as: Person, target = 'new-pitch') =>
  (await site.send('GET', `/api/me/drafts/${target}`, { as })).body;

/** All submissions of pitches, including repeated ones. */
export const pitchesSent = (site: Site) =>
  callsOf(site, 'POST', '/api/submissions').map(({ headers, fields }) => ({
    key: headers['idempotency-key'],
    fields,
  }));

/**
 * Runs `check` once the minute in which a pitch's outcome can be undone unnoticed has passed, both for the journal and
 * for the page, whose clock is installed. `expectShown` expects the outcome to be shown.
 */
export const afterUndoPeriod = (
  page: Page,
  expectShown: () => Promise<void>,
  check: () => Promise<void> = async () => {},
): Promise<void> =>
  withClockAhead(async () => {
    await expect(async () => {
      // Repeated, because a response that arrived after the clock moved sets its timer only then.
      await page.clock.fastForward(undoPeriod);
      await expectShown();
    }).toPass();
    await check();
  });

/** Runs something with the journal's clock ahead by that minute, including for events that it causes. */
export async function withClockAhead(run: () => Promise<void>): Promise<void> {
  const { now } = Date;
  try {
    // The journal runs in this process.
    Date.now = () => now() + undoPeriod;
    await run();
  } finally {
    Date.now = now;
  }
}
