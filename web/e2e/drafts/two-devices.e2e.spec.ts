import type { Page } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { draftOf, field, fillPitch, submit } from '../pitch/pitch-site.ts';
import { expect, openAsAdmin, openSignedIn, reload, test, toastOf } from '../test.ts';
import { watchPage } from '../watch-page.ts';

const { step } = test;
const saved = (page: Page) => page.getByText('Saved to your account.', { exact: true });
const other = (page: Page) => page.getByRole('alert').filter({ hasText: 'on another device' });
/** Same event as when the user returns to the page. */
const returnToPage = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

test('drafts follow their writer from one device to another', async ({ page, site, browser }) => {
  const faults = await watchPage(page, site.url);
  const telephone = await (await browser.newContext({ viewport: { width: 360, height: 780 } })).newPage();
  const title = field(page, 'Article title');
  const titleThere = field(telephone, 'Article title');

  await step('a pitch begun at school appears on the phone', async () => {
    await openSignedIn(page, site, '/contact');
    await fillPitch(page);
    await expect(saved(page)).toBeVisible();
    await openSignedIn(telephone, site, '/contact');
    await expect(titleThere).toHaveValue('On waking early');
    await expect(saved(telephone)).toBeVisible();
    await titleThere.fill('On waking late');
    await expect(saved(telephone)).toHaveCount(0);
    await expect(telephone.getByText('Saved on this device.')).toBeVisible();
    await expect(saved(telephone)).toBeVisible();
    await returnToPage(page);
    await expect(title).toHaveValue('On waking late');
  });
  await step('of two different drafts one is chosen, and neither is lost before', async () => {
    await titleThere.fill('On the telephone');
    await expect.poll(() => draftOf(site, 'writer')).toContain('On the telephone');
    await title.fill('At school');
    await expect(other(page)).toContainText('You have typed something else on another device');
    await expect(title).toHaveValue('At school');
    await expectAccessible(page, 'asked which text to go on with');
    await other(page).getByRole('button', { name: 'Keep this one' }).click();
    await expect(other(page)).toHaveCount(0);
    await expect.poll(() => draftOf(site, 'writer')).toContain('At school');
    await title.fill('At school again');
    await expect.poll(() => draftOf(site, 'writer')).toContain('At school again');
    await titleThere.fill('On the telephone again');
    await expect(other(telephone)).toBeVisible();
    await other(telephone).getByRole('button', { name: 'Use that one' }).click();
    await expect(titleThere).toHaveValue('At school again');
    // The replaced draft is kept as another one.
    await expect(telephone.getByText('another draft of “On the telephone again”')).toBeVisible();
  });
  await step('after the pitch is sent from one device, there is no draft on either', async () => {
    await submit(page).click();
    await expect(toastOf(page)).toContainText('Submission received!');
    expect(await draftOf(site, 'writer')).toBe('null');
    await openSignedIn(telephone, site, '/contact');
    await expect(titleThere).toHaveValue('');
    // The draft that was set aside on the phone was not sent.
    await expect(telephone.getByText('another draft of “On the telephone again”')).toBeVisible();
  });

  await step('unsent changes to a writer’s own pitch appear on the other device', async () => {
    await page
      .getByRole('main')
      .getByRole('link', { name: /on your profile/ })
      .click();
    await page
      .getByRole('region', { name: 'Your pitches' })
      .getByRole('link', { name: 'At school again' })
      .click();
    await page.waitForURL('**/profile/pitches/*');
    await page.getByRole('button', { name: 'Edit' }).click();
    await title.fill('At school, once more');
    await expect(saved(page)).toBeVisible();
    await openSignedIn(telephone, site, new URL(page.url()).pathname);
    await expect(titleThere).toHaveValue('At school, once more');
    await telephone.getByRole('button', { name: 'Save Changes' }).click();
    await expect(telephone.getByRole('heading', { level: 1 })).toHaveText('At school, once more');
    await expect(title).toHaveCount(1);
    await reload(page);
    await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible();
    await expect(title).toHaveCount(0);
  });

  await step('an editor’s unpublished changes to an article appear on the other device', async () => {
    const edit = async (editors: Page) => {
      await openAsAdmin(editors, site);
      await editors.getByRole('button', { name: 'Edit Sample article number 30' }).click();
      return editors.getByRole('region', { name: 'Edit Article' });
    };
    const form = await edit(page);
    await form.getByLabel('Title', { exact: true }).fill('A better title');
    await expect(form.getByText('Not published yet. Saved to your account.')).toBeVisible();
    expect((await site.article(30)).title).toBe('Sample article number 30');
    await expectAccessible(page, 'changes that are not published');
    const there = await edit(telephone);
    await expect(there.getByLabel('Title', { exact: true })).toHaveValue('A better title');
    await expect(there.getByText(/The form shows what you typed on .* and did not save/)).toBeVisible();
    await there.getByRole('button', { name: 'Publish changes' }).click();
    await expect(toastOf(telephone)).toContainText('Article updated successfully!');
    expect((await site.article(30)).title).toBe('A better title');
    expect(await draftOf(site, 'editor', 'article-30')).toBe('null');
    await returnToPage(page);
    await expect(form.getByLabel('Title', { exact: true })).toHaveValue('A better title');
  });
  // Expected: the save that was refused because of the other draft.
  expect(faults).toEqual([expect.stringContaining('412 (Precondition Failed)')]);
});
