import { expect, test } from '@playwright/test';
import { sampleArticle, sampleArticles } from '../testing/fixture-api.ts';
import { type FixtureSite, startFixtureSite } from './fixture-site.ts';

let site: FixtureSite;

test.beforeEach(async () => {
  site = await startFixtureSite();
});
test.afterEach(() => site.close());

test('a slow list comes after the shell, and its loading text is there meanwhile', async ({ page }) => {
  let arrive = () => {};
  const slow = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  site.api.delay = (path) => (path.includes('/featured') ? slow : Promise.resolve());
  await page.goto(site.url, { waitUntil: 'commit' });
  await expect(page.getByText('Loading featured articles...')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sample article number 29' }).first()).toBeVisible();
  arrive();
  await expect(page.getByText('Loading featured articles...')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Sample article number 20' }).first()).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a page is complete and in order', async ({ page }) => {
    await page.goto(site.url);
    await expect(page.getByRole('link', { name: 'Sample article number 30' }).first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sample article number 25' }).first()).toBeVisible();
    // Also where it went out before its lists, and leads on to the whole page.
    await expect(page.locator('[hidden]')).toHaveCount(0);
    await expect(page.locator('template')).toHaveCount(0);
  });

  test('an article of 60,000 characters is whole and in its place', async ({ page }) => {
    const words = Array.from(
      { length: 60 },
      (_, n) => `Paragraph ${n} begins. ${'word '.repeat(193)}ends ${n}.`,
    );
    const content = words.join('\n\n').slice(0, 60_000);
    site.api.articles = [sampleArticle(1, { content }), ...sampleArticles(0)];
    await page.goto(`${site.url}/article/1`);
    const article = page.getByRole('article').first();
    await expect(article).toContainText('Paragraph 0 begins.');
    await expect(article).toContainText('Paragraph 58 begins.');
    expect(((await article.textContent()) ?? '').length).toBeGreaterThan(content.length - 1_000);
    expect(await page.locator('template').count()).toBe(0);
  });

  test('a page whose list is slow goes to the whole page', async ({ page }) => {
    let asked = 0;
    site.api.delay = async (path) => {
      if (path.includes('/featured'))
        await new Promise((resolve) => setTimeout(resolve, asked++ === 0 ? 400 : 100));
    };
    await page.goto(site.url);
    await page.waitForURL('**/?whole=1');
    await expect(page.getByRole('link', { name: 'Sample article number 20' }).first()).toBeVisible();
    expect(await page.locator('template').count()).toBe(0);
  });
});
