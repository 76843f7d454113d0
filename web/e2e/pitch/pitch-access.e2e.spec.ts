import { expect, type Page } from '@playwright/test';
import { sampleSubmission } from '../../testing/fixture-submissions.ts';
import { examine } from '../axe.ts';
import type { FixtureSite } from '../fixture-site.ts';
import { hydrated, watchPage } from '../watch-page.ts';
import { field, fillPitch, open, openSignedIn, submit, test } from './pitch-site.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const longWord = 'Donaudampfschifffahrtsgesellschaft'.repeat(5);

function pitchAll(site: FixtureSite) {
  site.api.submissions.all = [
    sampleSubmission('3', { articleTitle: longWord }),
    sampleSubmission('2', { status: 'published', articleId: 7, section: 'clash' }),
    sampleSubmission('1', { status: 'deleted', section: 'culture' }),
  ];
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

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [360, 1280])
    test(`axe finds nothing on the form and own pitches, in ${colorScheme} at ${width} px`, async ({
      page,
      site,
    }) => {
      test.setTimeout(120_000);
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const check = async (what: string) => {
        expect((await examine(page, colorScheme)).faults, what).toEqual([]);
      };
      await open(page, site, '/contact');
      await check('signed out');
      await openSignedIn(page, site, '/contact');
      await submit(page).click();
      await page.getByText('Full name is required').waitFor();
      await check('with faults');
      await fillPitch(page);
      await page.getByText('Draft kept in this browser').waitFor();
      await check('with a draft');
      await openWithAside(page);
      await check('with two');
      pitchAll(site);
      await open(page, site, '/profile');
      await check('own pitches');
    });

for (const fontSize of ['', '200%'])
  test(`nothing scrolls sideways at 360 px${fontSize ? ' with text twice as large' : ''}`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const width = () =>
      page.evaluate((size) => {
        document.documentElement.style.fontSize = size;
        return document.documentElement.scrollWidth;
      }, fontSize);
    await open(page, site, '/contact');
    expect(await width(), 'signed out').toBe(360);
    await openSignedIn(page, site, '/contact');
    await fillPitch(page);
    await field(page, 'Full essay').fill(longWord);
    await page.getByText('Draft kept in this browser').waitFor();
    await openWithAside(page);
    expect(await width(), 'with drafts').toBe(360);
    pitchAll(site);
    await open(page, site, '/profile');
    expect(await width(), 'own pitches').toBe(360);
  });

test('everything that can be pressed is large enough for a thumb', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const small = () =>
    page
      .locator('main :is(a, button, input, select, textarea):visible')
      .evaluateAll((all) =>
        all
          .filter((one) => !one.closest('.section-name') && one.getBoundingClientRect().height < 44)
          .map((one) => one.outerHTML),
      );
  await open(page, site, '/contact');
  expect(await small()).toEqual([]);
  await openSignedIn(page, site, '/contact');
  await fillPitch(page);
  await page.getByText('Draft kept in this browser').waitFor();
  await openWithAside(page);
  expect(await small()).toEqual([]);
  pitchAll(site);
  await open(page, site, '/profile');
  expect(await small()).toEqual([]);
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
  await expect.poll(() => site.api.submissions.pitches).toHaveLength(1);
  expect(site.api.submissions.pitches[0]?.fields).toMatchObject({ section: 'view', articleTitle: 'A title' });
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
  const holdsSchema = () => scripts.some((text) => text.includes('Age must be between 12 and 18'));
  expect(holdsSchema()).toBe(false);
  await field(page, 'Full name').focus();
  await expect.poll(holdsSchema).toBe(true);
});
