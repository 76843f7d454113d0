import { expect } from '@playwright/test';
import { test } from './target-site.ts';

test('a printed article is the article, black on white, without the site around it', async ({
  page,
  site,
}) => {
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
  await expect(page.locator('.prose > p').nth(1)).toBeVisible();
  await expect(page.locator('.byline')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(27, 23, 34)');
});
