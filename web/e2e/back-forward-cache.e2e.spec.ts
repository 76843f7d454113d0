import type { CDPSession, Page } from '@playwright/test';
import { loadPageRegistry } from '../server/pages/page-registry.ts';
import { test as base, expect, expectFollowers, type Site, sampleArticle } from './test.ts';
import { hydrated } from './watch-page.ts';

const test = base.extend({
  // Playwright disables the cache. Setting other launch options for the test would start another worker.
  context: async ({ playwright, launchOptions }, use) => {
    const browser = await playwright.chromium.launch({
      ...launchOptions,
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    });
    await use(await browser.newContext());
    await browser.close();
  },
});
test.use({ serviceWorkers: 'allow' });

const { sitemap } = await loadPageRegistry();
const publicPages = [...sitemap, '/article/7', '/search', '/search?q=seven', '/login', '/signup'];

/** Reasons reported by a browser that never restores pages, such as the headless shell. */
const ofBrowser = ['BackForwardCacheDisabledForDelegate', 'BrowsingInstanceNotSwapped'];

/** Collects the reasons why the browser did not restore a page from the back/forward cache. */
async function collectReasons(browser: CDPSession): Promise<string[]> {
  const reasons: string[] = [];
  browser.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
    reasons.push(...notRestoredExplanations.map(({ reason }) => reason));
  });
  await browser.send('Page.enable');
  return reasons;
}

async function leaveAndReturn(page: Page, site: Site, meanwhile = async () => {}): Promise<void> {
  await page.goto(`${site.url}/favicon.svg`);
  await expectFollowers(site, 0);
  await meanwhile();
  // A restored page fires no load event.
  await page.goBack({ waitUntil: 'commit' });
  await expectFollowers(site);
}

test('browsers can restore every public page from the back/forward cache, and it shows later changes', async ({
  page,
  site,
}) => {
  const reasons = await collectReasons(await page.context().newCDPSession(page));
  for (const path of publicPages) {
    await page.goto(site.url + path);
    await expectFollowers(site);
    await leaveAndReturn(page, site);
    await hydrated(page);
    await expectFollowers(site);
    await leaveAndReturn(page, site);
    const ofPage = reasons.splice(0).filter((reason) => !ofBrowser.includes(reason));
    expect(ofPage, path).toEqual([]);
  }
  await page.goto(`${site.url}/clash`);
  await expectFollowers(site);
  await leaveAndReturn(page, site, async () => {
    await site.publish({ ...sampleArticle(31), section: 'clash', title: 'Published meanwhile' });
  });
  await expect(page.getByRole('link', { name: 'Published meanwhile' }).first()).toBeVisible();
});
