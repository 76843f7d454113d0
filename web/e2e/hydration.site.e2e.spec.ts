import { expect } from '@playwright/test';
import { test } from './target-site.ts';
import { hydrated, watchPage } from './watch-page.ts';

// Each test visits every page.
test.describe.configure({ timeout: 120_000 });

for (const [locale, timezoneId] of [
  ['en-US', 'Pacific/Honolulu'],
  ['de-DE', 'Asia/Tokyo'],
] as const) {
  test(`the browser takes over what the server wrote, in ${locale} at ${timezoneId}`, async ({
    browser,
    site,
    systemUrl,
  }) => {
    const context = await browser.newContext({ locale, timezoneId });
    const page = await context.newPage();
    const faults = await watchPage(page, site.url);
    for (const path of Object.values(site.pages)) {
      await page.goto(site.url + path);
      await hydrated(page);
    }
    const said = faults.filter((fault) => /^(console|uncaught):/.test(fault));
    const isExpected = (fault: string) =>
      // The missing pages answer 404, which browsers report.
      fault.includes('404 (Not Found)') ||
      // A busy system may answer later than a page waits: the browser then reads it by itself, and says so.
      (systemUrl !== undefined && fault.includes('React error #419'));
    expect(said.filter((fault) => !isExpected(fault))).toEqual([]);
    await context.close();
  });
}
