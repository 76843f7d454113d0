import { expect, test } from '@playwright/test';
import { sampleArticle } from '../testing/fixture-api.ts';
import { type FixtureSite, startFixtureSite, unhurried } from './fixture-site.ts';
import { hydrated, watchPage } from './watch-page.ts';

const hostile = `</script><script>globalThis.broken = true</script><!--<script> <img src=x onerror="globalThis.broken = true"> ' " & \u2028 😀 ]]>`;

let site: FixtureSite;

test.beforeAll(async () => {
  site = await startFixtureSite(
    [
      sampleArticle(1, {
        title: `Title ${hostile}`,
        excerpt: `Excerpt ${hostile}`,
        content: `First ${hostile}\n\nSecond ${hostile}`,
        authorName: `Name ${hostile}`,
        authorSchool: `School ${hostile}`,
        featured: 1,
      }),
    ],
    unhurried,
  );
});
test.afterAll(() => site.close());

for (const path of ['/', '/clash', '/view', '/culture', '/article/1']) {
  test(`an article full of markup is text on ${path}`, async ({ page }) => {
    const faults = await watchPage(page, site.url);
    await page.goto(site.url + path);
    await hydrated(page);
    expect(await page.evaluate(() => 'broken' in globalThis)).toBe(false);
    expect(faults).toEqual([]);
  });
}

test('and it reads as it was written', async ({ page }) => {
  await page.goto(`${site.url}/article/1`);
  await hydrated(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    '</script><script>globalThis.broken = true</script>',
  );
  expect(await page.title()).toContain('</script>');
  const data = await page.locator('script[type="application/ld+json"]').first().textContent();
  expect(JSON.parse(data ?? '')).toMatchObject({ '@type': 'NewsArticle', headline: `Title ${hostile}` });
});
