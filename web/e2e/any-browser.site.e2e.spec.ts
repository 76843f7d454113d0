import { expect } from '@playwright/test';
import { test } from './target-site.ts';
import { watchPage } from './watch-page.ts';

test('on a slow connection a page is readable before hydration, and clicks work before and after it', async ({
  page,
  site,
}) => {
  const faults = await watchPage(page, site.url);
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  // The "slow 3G" preset of browsers.
  const bytesPerSecond = { downloadThroughput: 50_000, uploadThroughput: 50_000 };
  await browser.send('Network.emulateNetworkConditions', { offline: false, latency: 400, ...bytesPerSecond });
  await page.setViewportSize({ width: 360, height: 740 });
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto(site.url);
  const card = page.locator('.card-title a').first();
  const title = (await card.textContent()) ?? '';
  const starting = page.waitForRequest('**/api/changes**');
  await card.click();
  await expect(heading).toHaveText(title);
  // Until the first script has loaded, the menu leads to the links in the footer.
  await starting;
  await page.getByRole('link', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Sign In' }).click();
  await expect(heading).toHaveText('Welcome Back');
  await page.getByLabel('Email', { exact: true }).fill('nobody');
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByText('Invalid email address')).toBeVisible();
  expect(faults).toEqual([]);
});
