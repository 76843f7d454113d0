import { expect, test } from '@playwright/test';
import { type FixtureSite, startFixtureSite } from './fixture-site.ts';

let site: FixtureSite;

test.beforeAll(async () => {
  site = await startFixtureSite();
});
test.afterAll(() => site.close());

test('a printed article is the article, black on white, without the site around it', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto(`${site.url}/article/3`);
  for (const hidden of [
    'nav',
    'footer',
    '.masthead-strip',
    '.menu-link',
    '.skip-link',
    '.reader-back',
    '.call',
  ]) {
    for (const element of await page.locator(hidden).all()) await expect(element, hidden).toBeHidden();
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.prose p')).toHaveCount(6);
  await expect(page.locator('.byline')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(27, 23, 34)');
});
