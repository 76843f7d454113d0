import { expect, test } from '@playwright/test';
import { type FixtureSite, startFixtureSite } from './fixture-site.ts';
import { hydrated, watchPage } from './watch-page.ts';

let site: FixtureSite;

test.beforeAll(async () => {
  site = await startFixtureSite();
});
test.afterAll(() => site.close());

test('from card to article and back: the page begins at its top, has the focus, and the place is kept', async ({
  page,
}) => {
  const faults = await watchPage(page, site.url);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(`${site.url}/view`);
  await hydrated(page);
  const card = page.getByRole('link', { name: 'Sample article number 13' });
  await card.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(0);
  await expect.poll(() => page.evaluate(() => history.state?.vike?.scrollPosition?.y)).toBe(place);
  await card.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sample article number 13');
  await expect(page).toHaveTitle(/Sample article number 13/);
  await expect(page.getByRole('main')).toBeFocused();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The View');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
  expect(faults).toEqual([]);
});

test('covers travel where motion is wanted, and only there', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(globalThis, { transitions: 0 });
    const start = Document.prototype.startViewTransition;
    Document.prototype.startViewTransition = function (...parameters) {
      (globalThis as unknown as { transitions: number }).transitions += 1;
      return start.apply(this, parameters);
    };
  });
  const transitions = () =>
    page.evaluate(() => (globalThis as unknown as { transitions: number }).transitions);
  for (const [reducedMotion, expected] of [
    ['reduce', 0],
    ['no-preference', 1],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.goto(`${site.url}/clash`);
    await hydrated(page);
    await page.getByRole('article').first().getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Sample article/);
    expect(await transitions()).toBe(expected);
  }
});

test('no page gives the same travelling name twice', async ({ page }) => {
  for (const path of ['/', '/clash', '/article/3']) {
    await page.goto(site.url + path);
    const names = await page
      .locator('[style*="view-transition-name"]')
      .evaluateAll((all) => all.map((element) => getComputedStyle(element).viewTransitionName));
    expect(names.length).toBeGreaterThan(0);
    expect(new Set(names).size).toBe(names.length);
  }
});

test('an article that takes a while is said to be on its way', async ({ page }) => {
  let arrive = () => {};
  const slow = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.goto(`${site.url}/clash`);
  await hydrated(page);
  site.api.delay = () => slow;
  await page.getByRole('article').first().getByRole('link').click();
  const loading = () => page.evaluate(() => getComputedStyle(document.documentElement, '::before').opacity);
  await expect.poll(loading).toBe('1');
  arrive();
  await expect(page.getByText('Back to The Clash').first()).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-loading');
});
