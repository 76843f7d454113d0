import { expect, open, openSignedIn, signIn, test, toastOf } from '../test.ts';
import { watchPage } from '../watch-page.ts';
import { essay, field, fillPitch, keptDraft, submit } from './pitch-site.ts';

const kept = 'Draft kept in this browser, where everyone who uses it can read it.';

test.describe(() => {
  test.use({ ownContext: true });
  test('what a visitor types is there after a reload, in a new tab, and after signing in', async ({
    page,
    site,
  }) => {
    const faults = await watchPage(page, site.url);
    await open(page, site, '/contact');
    await expect(page.getByText(kept)).toHaveCount(0);
    await fillPitch(page);
    await expect(page.getByText(kept)).toBeVisible();
    await page.reload();
    await expect(field(page, 'Full essay')).toHaveValue(essay(900));
    await expect(field(page, 'Section')).toHaveValue('view');
    await expect(field(page, 'Age')).toHaveValue('14');
    await page.close();
    const next = await page.context().newPage();
    await openSignedIn(next, site, '/contact');
    await expect(field(next, 'Full essay')).toHaveValue(essay(900));
    expect((await keptDraft(next))?.owner).toMatch(/^[0-9a-f-]{36}$/);
    expect(faults).toEqual([]);
  });
});

test('the last keystroke before the page is left is kept', async ({ page, site }) => {
  await open(page, site, '/contact');
  await field(page, 'Article title').pressSequentially('Last word');
  await page.reload();
  await expect(field(page, 'Article title')).toHaveValue('Last word');
  await field(page, 'Article title').press('End');
  await field(page, 'Article title').pressSequentially('s');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click();
  await page.waitForURL('**/about');
  await page.goBack();
  await expect(field(page, 'Article title')).toHaveValue('Last words');
});

test('is gone once it has arrived', async ({ page, site }) => {
  await openSignedIn(page, site, '/contact');
  await fillPitch(page);
  await expect(page.getByText(kept)).toBeVisible();
  await submit(page).click();
  await expect(toastOf(page)).toContainText('Submission received!');
  await expect(page.getByText(kept)).toHaveCount(0);
  expect(await keptDraft(page)).toBeNull();
  await page.reload();
  await expect(field(page, 'Full essay')).toHaveValue('');
});

test('is discarded by its button, which brings it back as well', async ({ page, site }) => {
  await open(page, site, '/contact');
  await fillPitch(page);
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await expect(field(page, 'Full essay')).toHaveValue('');
  expect(await keptDraft(page)).toBeNull();
  const back = page.getByRole('button', { name: 'Bring it back' });
  await expect(back).toBeFocused();
  await back.click();
  await expect(field(page, 'Full essay')).toHaveValue(essay(900));
  expect((await keptDraft(page))?.texts['articleTitle']).toBe('On waking early');
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await field(page, 'Article title').fill('Something else');
  await expect(page.getByText(kept)).toBeVisible();
  await expect(back).toHaveCount(0);
});

test('signing out leaves nothing, on the page and in the browser', async ({ page, site }) => {
  await openSignedIn(page, site, '/contact');
  await fillPitch(page);
  await expect(page.getByText(kept)).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Sample Writer' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(submit(page)).toHaveText('Login Required');
  await expect(field(page, 'Full essay')).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('word');
});

test('signing out on another page leaves nothing either', async ({ page, site }) => {
  await openSignedIn(page, site, '/contact');
  await fillPitch(page);
  await expect(page.getByText(kept)).toBeVisible();
  await open(page, site, '/profile');
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied');
  expect(await keptDraft(page)).toBeNull();
});

test.describe(() => {
  test.use({ ownContext: true });
  test('who signs in next sees nothing of it, and its writer finds it again', async ({ page, site }) => {
    await openSignedIn(page, site, '/contact');
    await fillPitch(page);
    await expect(page.getByText(kept)).toBeVisible();
    await signIn(page, site, 'pitcher');
    await open(page, site, '/contact');
    await expect(submit(page)).toBeEnabled();
    await expect(field(page, 'Full essay')).toHaveValue('');
    await field(page, 'Article title').fill('Of another');
    await expect(page.getByText(kept)).toBeVisible();
    await signIn(page, site, 'writer');
    await open(page, site, '/contact');
    await expect(field(page, 'Article title')).toHaveValue('On waking early');
  });
});

test.describe(() => {
  test.use({ ownContext: true });
  test('two tabs have one draft, and neither takes words from the other', async ({ page, site }) => {
    await page.clock.install();
    await open(page, site, '/contact');
    const other = await page.context().newPage();
    await open(other, site, '/contact');
    await field(page, 'Article title').fill('A title');
    await expect(field(other, 'Article title')).toHaveValue('A title');
    await field(other, 'Full essay').fill('Words of the other tab');
    await expect(field(page, 'Full essay')).toHaveValue('Words of the other tab');
    // Both at once, before either has heard of the other.
    await page.clock.pauseAt(Date.now() + 60_000);
    await field(page, 'Full essay').fill('One way to say it');
    await field(other, 'Full essay').fill('Another way to say it');
    await page.evaluate(() => dispatchEvent(new Event('pagehide')));
    await expect(other.getByText('Another tab has different words for “A title” (5 words).')).toBeVisible();
    await expect(field(other, 'Full essay')).toHaveValue('Another way to say it');
    await other.getByRole('button', { name: 'Show those instead' }).click();
    await expect(field(other, 'Full essay')).toHaveValue('One way to say it');
    await expect(field(page, 'Full essay')).toHaveValue('One way to say it');
    await other.reload();
    await expect(field(other, 'Full essay')).toHaveValue('One way to say it');
    await other.getByRole('button', { name: 'Show those instead' }).click();
    await expect(field(other, 'Full essay')).toHaveValue('Another way to say it');
  });
});

test.describe(() => {
  test.use({ ownContext: true });
  test('what was sent in one tab is not there in the other to be sent again', async ({ page, site }) => {
    await openSignedIn(page, site, '/contact');
    await fillPitch(page);
    await expect(page.getByText(kept)).toBeVisible();
    const other = await page.context().newPage();
    await openSignedIn(other, site, '/contact');
    await expect(field(other, 'Full essay')).toHaveValue(essay(900));
    await submit(page).click();
    await expect(toastOf(page)).toContainText('Submission received!');
    await expect(field(other, 'Full essay')).toHaveValue('');
  });
});

for (const [what, breakIt] of [
  [
    'full',
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    },
  ],
  [
    'blocked',
    () =>
      Object.defineProperty(globalThis, 'localStorage', {
        get() {
          throw new DOMException('blocked', 'SecurityError');
        },
      }),
  ],
] as const)
  test(`a browser whose storage is ${what} says so, and the form works`, async ({ page, site }) => {
    const faults = await watchPage(page, site.url);
    await page.addInitScript(breakIt);
    await openSignedIn(page, site, '/contact');
    await fillPitch(page);
    await expect(page.getByText("This browser can't keep your draft.")).toBeVisible();
    await expect(field(page, 'Full essay')).toHaveValue(essay(900));
    await submit(page).click();
    await expect(toastOf(page)).toContainText('Submission received!');
    await expect(field(page, 'Full essay')).toHaveValue('');
    expect(faults).toEqual([]);
  });

test("a draft that can't be read is none", async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  for (const broken of ['{', 'null', '[]', '{"id":"x","texts":{"fullName":1}}']) {
    await open(page, site, '/about');
    await page.evaluate((json) => localStorage.setItem('journal-pitch-draft', json), broken);
    await open(page, site, '/contact');
    await field(page, 'Article title').fill('A title');
    await expect(page.getByText(kept), broken).toBeVisible();
    expect((await keptDraft(page))?.texts['articleTitle'], broken).toBe('A title');
  }
  expect(faults).toEqual([]);
});

test('when the browser stops keeping, what is in the form stays', async ({ page, site }) => {
  await open(page, site, '/contact');
  await field(page, 'Article title').fill('First');
  await expect(page.getByText(kept)).toBeVisible();
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await field(page, 'Article title').fill('Second');
  await expect(page.getByText("This browser can't keep your draft.")).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('pageshow')));
  await expect(field(page, 'Article title')).toHaveValue('Second');
});
