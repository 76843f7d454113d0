import type { Page } from '@playwright/test';
import { examine } from '../axe.ts';
import { expect, open, openAsAdmin, reload, rowOf, type Site, sampleArticle, test } from '../test.ts';
import { watchPage } from '../watch-page.ts';

const denied = 'You need admin privileges to access this page.';
const secret = /Sample pitch number|Published Articles|Essay Submissions|api\/newsroom/;

test('is closed to visitors and writers, and its HTML holds nothing of the newsroom', async ({
  page,
  site,
}) => {
  for (const cookie of ['', site.cookie('writer')]) {
    const answer = await page.request.get(`${site.url}/admin?tab=submissions`, { headers: { cookie } });
    const html = await answer.text();
    expect(html).toContain('Access Denied');
    expect(html).toContain(denied);
    expect(html).not.toMatch(secret);
  }
  expect(site.calls.filter(({ path }) => /newsroom|submissions/.test(path))).toEqual([]);
  await open(page, site, '/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
  await main.getByRole('link', { name: 'Sign In' }).click();
  await page.waitForURL('**/login');
});

test('has both tabs with their counts in the HTML, and the tab in the address', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  await openAsAdmin(page, site);
  const html = await (await page.request.get(`${site.url}/admin`)).text();
  expect(html).toContain('Articles (30)');
  expect(html).toContain('Published Articles (30)');
  expect(html).toContain('Sample article number 30');
  const articles = page.getByRole('tab', { name: 'Articles (30)' });
  const submissions = page.getByRole('tab', { name: 'Submissions (3)' });
  await expect(articles).toHaveAttribute('aria-selected', 'true');
  await submissions.click();
  await page.waitForURL('**/admin?tab=submissions');
  await expect(page.getByRole('heading', { name: 'Essay Submissions (3)' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /Published Articles/ })).toBeHidden();
  await reload(page);
  await expect(submissions).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(articles).toHaveAttribute('aria-selected', 'true');
  await articles.focus();
  await page.keyboard.press('ArrowRight');
  await expect(submissions).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Essay Submissions (3)' })).toBeVisible();
  expect(faults).toEqual([]);
});

test('is reached by a link, decided by the server', async ({ page, site }) => {
  await openAsAdmin(page, site, '/profile');
  await page.getByRole('main').getByRole('link', { name: 'Admin Panel' }).click();
  await page.waitForURL('**/admin');
  await expect(page.getByRole('heading', { name: 'Published Articles (30)' })).toBeVisible();
  await expect(rowOf(page, 'Sample article number 30')).toBeVisible();
});

test('counts what others do, without a reload', async ({ page, site }) => {
  await openAsAdmin(page, site);
  await expect(page.getByRole('tab', { name: 'Submissions (3)' })).toBeVisible();
  const pitched = JSON.parse((await site.send('GET', '/api/submissions', { as: 'editor' })).body);
  await site.send('DELETE', `/api/submissions/${pitched[0].id}`, { as: 'editor' });
  await expect(page.getByRole('tab', { name: 'Submissions (2)' })).toBeVisible();
  await site.remove(30);
  await expect(page.getByRole('tab', { name: 'Articles (29)' })).toBeVisible();
  await expect(rowOf(page, 'Sample article number 30')).toHaveCount(0);
});

const article = 'Sample article number 29';
const pitch = 'Sample pitch number 3';
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));
// Each test goes everywhere.
test.describe.configure({ timeout: 180_000 });

/** Everything that the panel can show, one after the other. */
async function everyFace(page: Page, site: Site, see: (what: string) => Promise<void>) {
  // As many rows as show all that rows can be.
  for (let id = 24; id > 0; id--) await site.remove(id);
  await openAsAdmin(page, site);
  await see('articles');
  await page.getByRole('button', { name: 'Add New Article' }).click();
  await page.getByRole('button', { name: 'Publish Article' }).click();
  await page.getByText('Title is required').waitFor();
  await see('the form of a new article, with errors');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: `Edit ${article}` }).click();
  await page.getByLabel('Title', { exact: true }).fill('Mine');
  await site.edit(29, { title: 'Theirs', content: 'Their\n\ntext' });
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

test('axe finds nothing anywhere in the panel, by day on a desk and by night on a phone', async ({
  page,
  site,
}) => {
  await everyFace(page, site, async (what) => {
    for (const [colorScheme, width] of [
      ['dark', 360],
      ['light', 1280],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      expect((await examine(page, colorScheme)).faults, `${what}, ${colorScheme}`).toEqual([]);
    }
  });
});

test('it fits 360 px, also with text twice as large, is made for a thumb, and keeps to the policy', async ({
  page,
  site,
}) => {
  const faults = await watchPage(page, site.url);
  const endless = 'Unbreakable'.repeat(17);
  await site.publish(sampleArticle(31, { title: endless, excerpt: endless }));
  await page.setViewportSize({ width: 360, height: 740 });
  await everyFace(page, site, async (face) => {
    for (const size of ['200%', '']) {
      const { over, small } = await page.evaluate((fontSize) => {
        document.documentElement.style.fontSize = fontSize;
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
      expect(over, `${face} ${size}`).toBe(0);
      expect(small, `${face} ${size}`).toEqual([]);
    }
  });
  expect(faults).toEqual([]);
});

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
