import type { Page } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { expect, open, openSignedIn, reload, signIn, signOutByMenu, test, toastOf } from '../test.ts';
import { watchPage } from '../watch-page.ts';
import { draftOf, essay, field, fillPitch, keptDraft, submit } from './pitch-site.ts';

const { step } = test;
const kept = 'Draft kept in this browser, where everyone who uses it can read it.';
/** The same notice for signed-in users. */
const own = /^Saved (?:on this device|to your account)\.$/;
const named = (page: Page) => page.locator('.byline-choice summary');
const notKept = 'This browser can’t keep your draft.';

test('a visitor’s draft is kept until it is sent or discarded', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  const title = field(page, 'Article title');
  await step('it is kept after a reload', async () => {
    await open(page, site, '/contact');
    await expect(page.getByText(kept)).toHaveCount(0);
    await fillPitch(page);
    await expect(page.getByText(kept)).toBeVisible();
    await page.reload();
    await expect(field(page, 'Full essay')).toHaveValue(essay(900));
    await expect(field(page, 'Section')).toHaveValue('view');
    await expect(field(page, 'Age')).toHaveValue('14');
  });
  await step('it is kept to the last keystroke before leaving the page', async () => {
    await title.press('End');
    await title.pressSequentially(', every day');
    await page.reload();
    await expect(title).toHaveValue('On waking early, every day');
    await title.press('End');
    await title.pressSequentially('!');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click();
    await page.waitForURL('**/about');
    await page.goBack();
    await expect(title).toHaveValue('On waking early, every day!');
  });
  await step('discarding it, with its byline, can be undone until something else is typed', async () => {
    await named(page).click();
    await page.locator('input[value=first]').check();
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await expect(field(page, 'Full essay')).toHaveValue('');
    await expect(named(page)).toContainText('By Your name, 12');
    expect(await keptDraft(page)).toBeNull();
    expect(await page.evaluate(() => localStorage.getItem('journal-byline'))).not.toContain('first');
    const back = page.getByRole('button', { name: 'Bring it back' });
    await expect(back).toBeFocused();
    await back.click();
    await expect(field(page, 'Full essay')).toHaveValue(essay(900));
    await expect(named(page)).toContainText('By Sample, 14');
    expect((await keptDraft(page))?.texts['articleTitle']).toBe('On waking early, every day!');
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await title.fill('Something else');
    await expect(page.getByText(kept)).toBeVisible();
    await expect(back).toHaveCount(0);
  });
  await step('a corrupt draft is ignored', async () => {
    // A page of the same origin that stores no draft.
    await page.goto(`${site.url}/robots.txt`);
    const broken = '{"id":"x","texts":{"fullName":1}}';
    await page.evaluate((json) => localStorage.setItem('journal-pitch-draft', json), broken);
    await open(page, site, '/contact');
    await title.fill('A title');
    await expect(page.getByText(kept)).toBeVisible();
    expect((await keptDraft(page))?.texts['articleTitle']).toBe('A title');
  });
  await step('it is kept in a new tab and after signing in, with the chosen byline', async () => {
    await fillPitch(page);
    await named(page).click();
    await page.locator('input[value=first]').check();
    await expect.poll(async () => (await keptDraft(page))?.texts['fullEssay']).toBe(essay(900));
    expect(faults).toEqual([]);
    await page.close();
    const next = await page.context().newPage();
    await openSignedIn(next, site, '/contact');
    await expect(field(next, 'Full essay')).toHaveValue(essay(900));
    expect((await keptDraft(next))?.owner).toMatch(/^[0-9a-f-]{36}$/);
    await expect(named(next)).toContainText('By Sample, 14, Harbour School');
    await expect.poll(() => draftOf(site, 'writer')).toContain('"bylineName":"first"');
    await next.close();
    const third = await page.context().newPage();
    await openSignedIn(third, site, '/contact');
    await expect(third.getByText(own)).toBeVisible();
    await expect(named(third)).toContainText('By Sample, 14, Harbour School');
  });
});

test('a draft is removed once it is sent, and hidden from other users of the browser', async ({
  page,
  site,
}) => {
  const fill = async () => {
    await fillPitch(page);
    await expect(page.getByText(own)).toBeVisible();
  };
  await openSignedIn(page, site, '/contact');
  await step('a sent draft disappears from all tabs', async () => {
    await fill();
    const other = await page.context().newPage();
    await openSignedIn(other, site, '/contact');
    await expect(field(other, 'Full essay')).toHaveValue(essay(900));
    await submit(page).click();
    await expect(toastOf(page)).toContainText('Submission received!');
    await expect(page.getByText(own)).toHaveCount(0);
    expect(await keptDraft(page)).toBeNull();
    await expect(field(other, 'Full essay')).toHaveValue('');
    await other.close();
    await reload(page);
    await expect(field(page, 'Full essay')).toHaveValue('');
  });
  let writersKey = '';
  await step('another user does not see it, and its writer finds it again', async () => {
    await fill();
    writersKey = (await keptDraft(page))?.key ?? '';
    await signIn(page, site, 'pitcher');
    await open(page, site, '/contact');
    await expect(submit(page)).toBeEnabled();
    await expect(field(page, 'Full essay')).toHaveValue('');
    await field(page, 'Article title').fill('Of another');
    await expect(page.getByText(own)).toBeVisible();
    await signIn(page, site, 'writer');
    await open(page, site, '/contact');
    await expect(field(page, 'Article title')).toHaveValue('On waking early');
  });
  await step('nor the byline that its writer chose after the session had ended', async () => {
    await named(page).click();
    await page.context().clearCookies();
    await submit(page).click();
    await expect(page.getByText('You are no longer signed in.')).toBeVisible();
    await page.locator('input[value=first]').check();
    await expect(named(page)).toContainText('By Sample, 14');
    await signIn(page, site, 'pitcher');
    await open(page, site, '/contact');
    await expect(named(page)).toContainText('By Sample Pitcher,');
    await signIn(page, site, 'writer');
    await open(page, site, '/contact');
    await expect(field(page, 'Article title')).toHaveValue('On waking early');
    await expect(named(page)).toContainText('By Sample, 14');
    await named(page).click();
    await page.locator('input[value=full]').check();
  });
  await step('nobody sees it after the session has expired', async () => {
    await page.context().clearCookies();
    await open(page, site, '/contact');
    for (const label of ['Full name', 'Article title']) await expect(field(page, label)).toHaveValue('');
    await field(page, 'Article title').fill('Of a visitor');
    await expect(page.getByText(kept)).toBeVisible();
    await signIn(page, site, 'pitcher');
    await open(page, site, '/contact');
    await expect(field(page, 'Article title')).toHaveValue('Of a visitor');
    // The pitcher's earlier draft.
    await expect(page.getByText('another draft of “Of another”')).toBeVisible();
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await expect.poll(() => draftOf(site, 'pitcher')).toBe('null');
    await signIn(page, site, 'writer');
    await open(page, site, '/contact');
    await expect(field(page, 'Article title')).toHaveValue('On waking early');
  });
  await step('nobody else sees a draft in the format of an earlier version', async () => {
    // The pitcher's, of texts that were set aside, is in this browser too.
    await page.evaluate((key) => {
      const draft = JSON.parse(localStorage.getItem(key) ?? '');
      localStorage.clear();
      const owner = key.split(':')[1];
      localStorage.setItem('journal-pitch-draft', JSON.stringify({ ...draft, owner }));
    }, writersKey);
    await signIn(page, site, 'pitcher');
    await open(page, site, '/contact');
    await expect(submit(page)).toBeEnabled();
    await expect(field(page, 'Article title')).toHaveValue('');
    await page.context().clearCookies();
    await open(page, site, '/contact');
    await expect(field(page, 'Article title')).toHaveValue('');
    await openSignedIn(page, site, '/contact');
    await expect(field(page, 'Article title')).toHaveValue('On waking early');
  });
  const question = page.getByRole('alertdialog', { name: 'Keep your draft?' });
  await step('signing out asks first, and a kept draft is hidden until its writer returns', async () => {
    const opener = page.getByRole('banner').getByRole('link', { name: 'Sample Writer' });
    await signOutByMenu(page);
    await expectAccessible(page, 'asked about the draft');
    await page.setViewportSize({ width: 1280, height: 800 });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(opener).toBeFocused();
    await expect(field(page, 'Article title')).toHaveValue('On waking early');
    const other = await page.context().newPage();
    await open(other, site, '/contact');
    await expect(field(other, 'Full essay')).toHaveValue(essay(900));
    await signOutByMenu(page);
    await question.getByRole('button', { name: 'Keep and sign out' }).click();
    await expect(field(other, 'Full essay')).toHaveValue('');
    await other.close();
    await expect(submit(page)).toHaveText('Login Required');
    for (const label of ['Full name', 'Full essay']) await expect(field(page, label)).toHaveValue('');
    expect((await keptDraft(page))?.owner).toMatch(/^[0-9a-f-]{36}$/);
    await reload(page);
    await expect(field(page, 'Full essay')).toHaveValue('');
    await openSignedIn(page, site, '/contact');
    await expect(field(page, 'Article title')).toHaveValue('On waking early');
  });
  await step('a discarded draft is removed from the page and the browser, and from other tabs', async () => {
    const other = await page.context().newPage();
    await open(other, site, '/contact');
    await expect(field(other, 'Full essay')).toHaveValue(essay(900));
    await signOutByMenu(page);
    await question.getByRole('button', { name: /^(Discard|Remove) and sign out$/ }).click();
    await expect(submit(page)).toHaveText('Login Required');
    for (const tab of [page, other]) await expect(field(tab, 'Full essay')).toHaveValue('');
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('waking');
    await other.close();
  });
  await step('signing out on another page asks too', async () => {
    await openSignedIn(page, site, '/contact');
    await fill();
    await page.getByRole('banner').getByRole('link', { name: 'Sample Writer' }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
    await question.getByRole('button', { name: /^(Discard|Remove) and sign out$/ }).click();
    await page.waitForURL(`${site.url}/`);
    expect(await keptDraft(page)).toBeNull();
  });
  await step(
    'a draft without a name gets that of the user who signs in, and a typed name is kept',
    async () => {
      await open(page, site, '/contact');
      await field(page, 'Article title').fill('Of nobody yet');
      await expect(page.getByText(kept)).toBeVisible();
      await openSignedIn(page, site, '/contact');
      await expect(field(page, 'Article title')).toHaveValue('Of nobody yet');
      await expect(field(page, 'Full name')).toHaveValue('Sample Writer');
      await field(page, 'Full name').fill('A Pen Name');
      await expect.poll(async () => (await keptDraft(page))?.texts['fullName']).toBe('A Pen Name');
      await page.reload();
      await expect(field(page, 'Article title')).toHaveValue('Of nobody yet');
      await expect(field(page, 'Full name')).toHaveValue('A Pen Name');
      await expect(page.getByRole('list', { name: 'Other drafts' })).toHaveCount(0);
    },
  );
});

test('two tabs share a draft, and neither loses text to the other', async ({ page, site }) => {
  await page.clock.install();
  await open(page, site, '/contact');
  const other = await page.context().newPage();
  await open(other, site, '/contact');
  await field(page, 'Article title').fill('A title');
  await expect(field(other, 'Article title')).toHaveValue('A title');
  await field(other, 'Full essay').fill('Words of the other tab');
  await expect(field(page, 'Full essay')).toHaveValue('Words of the other tab');
  await named(other).click();
  await other.locator('input[value=first]').check();
  await expect(page.locator('input[value=first]')).toBeChecked();
  await other.locator('input[value=full]').check();
  await expect(page.locator('input[value=full]')).toBeChecked();
  // Both type before either is notified of the other's text.
  await page.clock.pauseAt(Date.now() + 60_000);
  await field(page, 'Full essay').fill('One way to say it');
  await field(other, 'Full essay').fill('Another way to say it');
  await page.evaluate(() => dispatchEvent(new Event('pagehide')));
  await expect(other.getByText('There is another draft of “A title” (5 words).')).toBeVisible();
  await expect(field(other, 'Full essay')).toHaveValue('Another way to say it');
  await other.getByRole('button', { name: 'Show that one instead' }).click();
  await expect(field(other, 'Full essay')).toHaveValue('One way to say it');
  await expect(field(page, 'Full essay')).toHaveValue('One way to say it');
  await other.reload();
  await expect(field(other, 'Full essay')).toHaveValue('One way to say it');
  await other.getByRole('button', { name: 'Show that one instead' }).click();
  await expect(field(other, 'Full essay')).toHaveValue('Another way to say it');
});

const refuse = () => {
  Storage.prototype.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
};
const block = () =>
  Object.defineProperty(globalThis, 'localStorage', {
    get() {
      throw new DOMException('blocked', 'SecurityError');
    },
  });

test('if the browser’s storage is full or blocked, the form says so and works', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  await step('if it becomes full, the typed text stays in the form', async () => {
    await open(page, site, '/contact');
    await field(page, 'Article title').fill('First');
    await expect(page.getByText(kept)).toBeVisible();
    await page.evaluate(refuse);
    await field(page, 'Article title').fill('Second');
    await expect(page.getByText(notKept)).toBeVisible();
    await page.evaluate(() => dispatchEvent(new Event('pageshow')));
    await expect(field(page, 'Article title')).toHaveValue('Second');
  });
  for (const [what, breakIt] of [
    ['full', refuse],
    ['blocked', block],
  ] as const)
    await step(`if it is ${what} from the start, the pitch can be sent`, async () => {
      await page.evaluate(() => localStorage.clear());
      await page.addInitScript(breakIt);
      await openSignedIn(page, site, '/contact');
      await fillPitch(page);
      // A draft that the browser can't store is saved to the account shortly afterwards.
      await expect(page.getByText('Saved to your account.')).toBeVisible();
      await expect(field(page, 'Full essay')).toHaveValue(essay(900));
      await submit(page).click();
      await expect(toastOf(page)).toContainText('Submission received!');
      await expect(field(page, 'Full essay')).toHaveValue('');
    });
  expect(faults).toEqual([]);
});
