import type { Page } from '@playwright/test';
import { callsOf, type Site } from '../test.ts';

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

/** What the browser keeps of what was typed, and for whom; null for a visitor. */
export const keptDraft = (page: Page) =>
  page.evaluate(() => {
    const [key] = Object.keys(localStorage).filter((name) => name.startsWith('journal-pitch-draft'));
    if (key === undefined) return null;
    const { texts } = JSON.parse(localStorage.getItem(key) ?? '') as { texts: Record<string, string> };
    return { texts, key, owner: key.split(':')[1] ?? null };
  });

/** The pitches that were sent, once for each time. */
export const pitchesSent = (site: Site) =>
  callsOf(site, 'POST', '/api/submissions').map(({ headers, fields }) => ({
    key: headers['idempotency-key'],
    fields,
  }));
