import { expect, test } from '@playwright/test';
import { awkwardArticles } from './awkward-articles.ts';
import { type FixtureSite, startFixtureSite } from './fixture-site.ts';
import { publicPages } from './public-pages.ts';
import { hydrated, watchPage } from './watch-page.ts';

// Each test visits every page.
test.describe.configure({ timeout: 120_000 });

let site: FixtureSite;

test.beforeAll(async () => {
  site = await startFixtureSite(awkwardArticles());
});
test.afterAll(() => site.close());

for (const [locale, timezoneId, day] of [
  ['en-US', 'Pacific/Honolulu', 'Jan 13, 2026'],
  ['de-DE', 'Asia/Tokyo', '13.01.2026'],
] as const) {
  test(`the browser takes over what the server wrote, in ${locale} at ${timezoneId}`, async ({ browser }) => {
    const context = await browser.newContext({ locale, timezoneId });
    const page = await context.newPage();
    const faults = await watchPage(page, site.url);
    for (const path of Object.values(publicPages)) {
      await page.goto(site.url + path);
      await hydrated(page);
    }
    // The missing pages answer 404, which browsers report.
    const said = faults.filter(
      (fault) => /^(console|uncaught):/.test(fault) && !fault.includes('404 (Not Found)'),
    );
    expect(said).toEqual([]);
    await page.goto(site.url);
    const card = page.getByRole('article').filter({ hasText: 'Sample article number 12' }).last();
    await expect(card.getByRole('time')).toHaveText(day);
    await page.goto(`${site.url}/article/12`);
    await expect(page.getByRole('time')).toHaveText('January 13, 2026');
    await context.close();
  });
}
