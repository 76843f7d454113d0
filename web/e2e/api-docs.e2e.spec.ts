import { routes } from '@journal/contracts';
import { expect, test } from './test.ts';
import { watchPage } from './watch-page.ts';

test('the API docs list every call on a phone, and can send one', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  await page.setViewportSize({ width: 360, height: 740 });
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await page.goto(`${site.url}/api/docs`);
  const calls = page.locator('details').filter({ has: page.locator('form') });
  await expect(calls).toHaveCount(Object.keys(routes).length);
  expect(await width()).toBe(360);

  const call = calls.filter({ has: page.locator('[data-method="GET"][data-path="/api/articles/{id}"]') });
  await call.locator('summary').first().click();
  await call.getByRole('textbox', { name: 'id' }).first().fill('30');
  await call.getByRole('button', { name: 'Send' }).click();
  await expect(call.locator('output')).toContainText(/^200 .*"title":"Sample article number 30"/s);
  expect(await width()).toBe(360);
  expect(faults).toEqual([]);
});
