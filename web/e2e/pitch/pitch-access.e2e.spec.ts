import type { Page } from '@playwright/test';
import { examine } from '../axe.ts';
import { expect, open, openSignedIn, type Site, samplePitch, test } from '../test.ts';
import { hydrated, watchPage } from '../watch-page.ts';
import { field, fillPitch, pitchesSent, submit } from './pitch-site.ts';

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

const longWord = 'Donaudampfschifffahrtsgesellschaft'.repeat(5);

/** A pitch of each kind, of the writer. */
async function pitchAll(site: Site) {
  for (const [title, then] of [
    [longWord, undefined],
    ['Published', 'publish'],
    ['Deleted', 'delete'],
  ] as const) {
    const body = samplePitch(1, { articleTitle: title });
    const { id } = JSON.parse((await site.send('POST', '/api/submissions', { as: 'writer', body })).body);
    if (then === 'publish') await site.send('POST', `/api/submissions/${id}/publish`, { as: 'editor' });
    if (then === 'delete') await site.send('DELETE', `/api/submissions/${id}`, { as: 'editor' });
  }
}

/** The form with a text of another tab set aside. */
async function openWithAside(page: Page) {
  await page.evaluate((title) => {
    const draft = JSON.parse(localStorage.getItem('journal-pitch-draft') ?? '');
    draft.aside = [{ ...draft.texts, articleTitle: title }];
    localStorage.setItem('journal-pitch-draft', JSON.stringify(draft));
  }, longWord);
  await page.reload();
  await hydrated(page);
  await page.getByRole('button', { name: 'Show those instead' }).waitFor();
}

test('axe finds nothing on the form and own pitches, by day and by night, on a phone and on a desk', async ({
  page,
  site,
}) => {
  test.setTimeout(180_000);
  const check = async (what: string) => {
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['light', 360],
      ['dark', 360],
      ['dark', 1280],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      expect((await examine(page, colorScheme)).faults, `${what}, ${colorScheme}, ${width} px`).toEqual([]);
    }
  };
  await open(page, site, '/contact');
  await check('signed out');
  await openSignedIn(page, site, '/contact');
  await submit(page).click();
  await page.getByText('Full name is required').waitFor();
  await check('with errors');
  await fillPitch(page);
  await page.getByText('Draft kept in this browser').waitFor();
  await check('with a draft');
  await openWithAside(page);
  await check('with two');
  await pitchAll(site);
  await open(page, site, '/profile');
  await check('own pitches');
});

test('at 360 px nothing scrolls sideways, also with text twice as large, and all is large enough for a thumb', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const check = async (what: string) => {
    const small = await page
      .locator('main :is(a, button, input, select, textarea):visible')
      .evaluateAll((all) =>
        all
          .filter((one) => !one.closest('.section-name') && one.getBoundingClientRect().height < 44)
          .map((one) => one.outerHTML),
      );
    expect(small, what).toEqual([]);
    for (const fontSize of ['200%', '']) {
      const width = await page.evaluate((size) => {
        document.documentElement.style.fontSize = size;
        return document.documentElement.scrollWidth;
      }, fontSize);
      expect(width, `${what} ${fontSize}`).toBe(360);
    }
  };
  await open(page, site, '/contact');
  await check('signed out');
  await openSignedIn(page, site, '/contact');
  await fillPitch(page);
  await field(page, 'Full essay').fill(longWord);
  await page.getByText('Draft kept in this browser').waitFor();
  await openWithAside(page);
  await check('with drafts');
  await pitchAll(site);
  await open(page, site, '/profile');
  await check('own pitches');
});

test('the whole form is filled in and sent by keyboard', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  await openSignedIn(page, site, '/contact');
  await field(page, 'Full name').focus();
  for (const typed of [
    'Sample Writer',
    '13',
    'Harbour School',
    undefined,
    'A title',
    'A summary',
    'An essay',
  ]) {
    if (typed) await page.keyboard.type(typed);
    else for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    await page.keyboard.press('Tab');
  }
  await expect(submit(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => pitchesSent(site)).toHaveLength(1);
  expect(pitchesSent(site)[0]?.fields).toMatchObject({ section: 'view', articleTitle: 'A title' });
  expect(faults).toEqual([]);
});

test('the essay wraps its lines and grows with what is written', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openSignedIn(page, site, '/contact');
  const essay = field(page, 'Full essay');
  const before = (await essay.boundingBox())?.height ?? 0;
  await essay.fill('Some words to fill the lines. '.repeat(60));
  expect((await essay.boundingBox())?.height ?? 0).toBeGreaterThan(before);
});

test('the schema library comes with the first focus, not with the page', async ({ page, site }) => {
  const scripts: string[] = [];
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script') scripts.push(await response.text().catch(() => ''));
  });
  await openSignedIn(page, site, '/contact');
  await page.waitForLoadState('networkidle').catch(() => {});
  const holdsSchema = () => scripts.some((text) => text.includes('instancePath'));
  expect(holdsSchema()).toBe(false);
  await field(page, 'Full name').focus();
  await expect.poll(holdsSchema).toBe(true);
});
