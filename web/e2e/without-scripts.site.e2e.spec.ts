import { expect } from '@playwright/test';
import { test } from './target-site.ts';

test.use({ javaScriptEnabled: false });

test('every link of the site can be reached at 360 px', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(site.url);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await page.getByRole('link', { name: 'Menu' }).click();
  await expect(page).toHaveURL(/#site-links$/);
  const links = page.locator('#site-links');
  await expect(links).toBeInViewport();
  await links.getByRole('link', { name: 'The Culture' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Culture');
});

test('an article can be read, and no control is there that needs scripts', async ({ page, site }) => {
  await page.goto(`${site.url}/article/3`);
  await expect(page.locator('.prose > p').nth(1)).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
});

test('Home can be narrowed to a section by plain links', async ({ page, site }) => {
  await page.goto(site.url);
  const latest = page.getByRole('region', { name: 'Latest Articles' });
  await latest.getByRole('link', { name: 'Essays' }).click();
  await expect(latest.getByRole('link', { name: 'Essays' })).toHaveAttribute('aria-current', 'true');
  await expect(latest.locator('.badge').first()).toBeVisible();
  for (const badge of await latest.locator('.badge').all()) await expect(badge).toHaveText('The View');
});
