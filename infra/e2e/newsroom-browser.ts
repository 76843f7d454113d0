import { expect, type Page } from '@playwright/test';
import { expectToast, open } from './open-browser.ts';

/** What a writer does with a pitch, by what the pages show. */
export function writerBrowser(page: Page) {
  const main = page.getByRole('main');
  return {
    async pitch(fields: Readonly<Record<string, string>>, section: string) {
      await open(page, '/contact');
      for (const [label, text] of Object.entries(fields))
        await main.getByLabel(label, { exact: true }).fill(text);
      await main.getByLabel('Section', { exact: true }).selectOption(section);
      await main.getByRole('button', { name: 'Submit Your Pitch' }).click();
      await expectToast(page, 'Submission received!');
      await expectToast(page, "Thank you for your pitch. We'll review it and get back to you soon.");
    },
    /** Of the profile that is open. */
    outcomeOf: (title: string) =>
      main.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) }),
  };
}

/** What an editor does in the admin panel and the histories, by what the pages show. */
export function editorBrowser(page: Page) {
  const main = page.getByRole('main');
  const question = page.getByRole('alertdialog');
  const versions = page.locator('.version');

  return {
    rowOf: (title: string) =>
      page.locator('.row').filter({ has: page.getByRole('heading', { name: title, exact: true }) }),
    /** The entries of the audit that is open, newest first: who, what, and what about. */
    audit: page.locator('.audit-entry'),
    question,
    async openForm(kind: 'Article' | 'Submission', title: string) {
      await main.getByRole('button', { name: `Edit ${title}`, exact: true }).click();
      const form = page.getByRole('region', { name: `Edit ${kind}` });
      const save = form.getByRole('button', { name: 'Save', exact: true });
      await expect(save).toBeVisible();
      return { form, save };
    },
    /** The version by the number that people see, opened. */
    async openVersion(number: number) {
      const version = versions.filter({
        has: page.getByRole('heading', { name: new RegExp(`^Version ${number} `) }),
      });
      await version.getByRole('link', { name: 'Open' }).click();
      return version;
    },
    titlesOfVersions: versions.getByRole('heading', { level: 2 }),
    factsOfVersions: page.locator('.version-facts'),
  };
}

/** The reader's Home has an article by this title in one of its parts, or has not. */
export const onHome = (page: Page, part: 'Featured This Week' | 'Latest Articles', title: string) =>
  page.getByRole('region', { name: part }).getByRole('link', { name: title });
