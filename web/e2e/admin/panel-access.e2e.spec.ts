import { expect, type Page } from '@playwright/test';
import { sampleArticle } from '../../testing/fixture-api.ts';
import { examine } from '../axe.ts';
import type { FixtureSite } from '../fixture-site.ts';
import { watchPage } from '../watch-page.ts';
import { openAsAdmin, test } from './admin-site.ts';

const article = 'Sample article number 29';
const pitch = 'Sample pitch number 3';
test.use({ contextOptions: { reducedMotion: 'reduce' } });
// Each test goes everywhere.
test.describe.configure({ timeout: 180_000 });

/** Everything that the panel can show, one after the other. */
async function everyFace(page: Page, site: FixtureSite, see: (what: string) => Promise<void>) {
  // As many rows as show all that rows can be.
  site.api.articles = site.api.articles.slice(0, 6);
  await openAsAdmin(page, site);
  await see('articles');
  await page.getByRole('button', { name: 'Add New Article' }).click();
  await page.getByRole('button', { name: 'Publish Article' }).click();
  await page.getByText('Title is required').waitFor();
  await see('the form of a new article, with faults');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: `Edit ${article}` }).click();
  await page.getByLabel('Title', { exact: true }).fill('Mine');
  site.api.newsroom.changeArticle(29, { title: 'Theirs', content: 'Their\n\ntext' });
  await page.getByRole('button', { name: 'Compare both versions' }).click();
  await page.getByRole('button', { name: 'Save what I chose' }).click();
  await page.getByText('Choose one of the two').waitFor();
  await see('two versions');
  await page.getByRole('button', { name: 'Back to my text' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Delete Theirs' }).click();
  await page.getByRole('alertdialog').waitFor();
  await see('the question before deleting');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Article deleted successfully!').first().waitFor();
  await see('the notification with its undo');
  await page.getByRole('tab', { name: 'Submissions' }).click();
  await page.getByRole('button', { name: `Publish as Article ${pitch}` }).click();
  await page.getByRole('alertdialog').waitFor();
  await see('the preview');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await see('submissions');
}

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 360],
] as const) {
  test(`axe finds nothing anywhere in the panel: ${colorScheme}, ${width} px`, async ({ page, site }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await everyFace(page, site, async (what) => {
      expect((await examine(page, colorScheme)).faults, what).toEqual([]);
    });
  });
}

for (const [what, size] of [
  ['', undefined],
  [' with text twice as large', '200%'],
] as const) {
  test(`fits 360 px${what}, is made for a thumb, and keeps to the policy`, async ({ page, site }) => {
    const faults = await watchPage(page, site.url);
    const endless = 'Unbreakable'.repeat(17);
    site.api.articles = [sampleArticle(31, { title: endless, excerpt: endless }), ...site.api.articles];
    await page.setViewportSize({ width: 360, height: 740 });
    await everyFace(page, site, async (face) => {
      const { over, small } = await page.evaluate((fontSize) => {
        if (fontSize) document.documentElement.style.fontSize = fontSize;
        const pressed = document.querySelectorAll<HTMLElement>(
          ':is(main, [role=alertdialog]) :is(a, button, select, label:has(input))',
        );
        return {
          over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          small: [...pressed]
            .filter((one) => one.checkVisibility() && !one.closest('.form-notice'))
            .filter((one) => one.getBoundingClientRect().height < 44)
            .map((one) => one.outerHTML),
        };
      }, size);
      expect(over, face).toBe(0);
      expect(small, face).toEqual([]);
    });
    expect(faults).toEqual([]);
  });
}

test('is worked by keyboard alone', async ({ page, site }) => {
  await openAsAdmin(page, site);
  await page.getByRole('button', { name: 'Add New Article' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Add New Article' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Cancel' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Add New Article' })).toBeFocused();
  await page.getByRole('button', { name: `Delete ${article}` }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog');
  for (let step = 0; step < 4; step += 1) {
    await page.keyboard.press('Tab');
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
  await dialog.getByRole('button', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Article deleted successfully!').first()).toBeVisible();
  await page.keyboard.press('F8');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Delete ${article}` })).toBeVisible();
});
