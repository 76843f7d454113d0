import { expect, test } from '@playwright/test';
import { type FixtureSite, startFixtureSite, unhurried } from './fixture-site.ts';
import { hydrated } from './watch-page.ts';

let site: FixtureSite;

test.beforeEach(async () => {
  site = await startFixtureSite(undefined, unhurried);
});
test.afterEach(() => site.close());

for (const [locale, timezoneId, day] of [
  ['en-US', 'Pacific/Honolulu', 'Jan 13, 2026'],
  ['de-DE', 'Asia/Tokyo', '13.01.2026'],
] as const) {
  test(`a card has its day as the reader writes it, an article in full, in ${locale} at ${timezoneId}`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ locale, timezoneId });
    const page = await context.newPage();
    await page.goto(`${site.url}/?after=13`);
    await hydrated(page);
    const card = page.getByRole('article').filter({ hasText: 'Sample article number 12' }).last();
    await expect(card.getByRole('time')).toHaveText(day);
    await page.goto(`${site.url}/article/12`);
    await expect(page.getByRole('time')).toHaveText('January 13, 2026');
    await context.close();
  });
}
