import {
  anything,
  delayResponses,
  expect,
  expectFollowers,
  open,
  openAsAdmin,
  problem,
  rowOf,
  sampleArticle,
  signIn,
  test,
} from './test.ts';
import { hydrated, isHydrated, watchPage } from './watch-page.ts';

const { step } = test;

test.describe('with the production time budget', () => {
  test.use({ siteOptions: { isHurried: true } });

  test('slow lists show what they load, and failed ones can be retried', async ({ page, site }) => {
    const featured = page.getByRole('region', { name: 'Featured This Week' });
    await step('a list that fails late shows it, and "Try again" loads it', async () => {
      site.fault(/\/featured/, async () => {
        await new Promise((resolve) => setTimeout(resolve, 300));
        throw new Error('gone');
      });
      await page.goto(site.url);
      await expect(featured.getByText('This list could not be loaded.')).toBeVisible();
      site.heal();
      await featured.getByRole('link', { name: 'Try again' }).click();
      await expect(featured.getByRole('article')).toHaveCount(6);
    });
    await step('a slow list arrives after the shell', async () => {
      const arrive = delayResponses(site, /\/featured/);
      await page.goto(site.url, { waitUntil: 'commit' });
      await expect(page.getByText('Loading featured articles...')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Sample article number 29' }).first()).toBeVisible();
      arrive();
      await expect(page.getByText('Loading featured articles...')).toHaveCount(0);
      await expect(page.getByRole('link', { name: 'Sample article number 20' }).first()).toBeVisible();
      site.heal();
    });
    await signIn(page, site, 'editor');
    // Loads the server's code for this page before any read is held back.
    await page.request.get(`${site.url}/admin/audit`);
    for (const [path, text, items] of [
      ['/clash', 'Loading debates...', page.getByRole('article')],
      ['/view', 'Loading essays...', page.getByRole('article')],
      ['/culture', 'Loading cultural content...', page.getByRole('article')],
      ['/admin/audit', 'Loading the audit...', page.locator('.audit-entry')],
    ] as const)
      await step(text, async () => {
        const arrive = delayResponses(site, /\/api\/(?:articles|stats|audit)/);
        await page.goto(site.url + path, { waitUntil: 'commit' });
        await expect(page.getByText(text, { exact: true })).toBeVisible();
        arrive();
        await expect(page.getByText(text, { exact: true })).toHaveCount(0);
        await expect(items.nth(9)).toBeVisible();
        site.heal();
      });
    await step('submissions that failed to load can be retried', async () => {
      await openAsAdmin(page, site);
      const answer = Promise.withResolvers<ReturnType<typeof problem>>();
      site.fault(/^GET \/api\/submissions\?/, () => answer.promise);
      await page.getByRole('tab', { name: 'Submissions' }).click();
      await expect(page.getByText('Loading submissions...')).toBeVisible();
      answer.resolve(problem('internal'));
      await expect(page.getByRole('alert')).toContainText('This list could not be loaded.');
      site.heal();
      await page.getByRole('link', { name: 'Try again' }).click();
      await expect(rowOf(page, 'Sample pitch number 3')).toBeVisible();
    });
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('a page is complete and in order, immediately or after a redirect to the whole page', async ({
      page,
      site,
    }) => {
      await page.goto(site.url);
      await expect(page.getByRole('link', { name: 'Sample article number 30' }).first()).toBeVisible();
      await expect(page.getByRole('link', { name: 'Sample article number 25' }).first()).toBeVisible();
      // Also if the page was sent before its lists, and redirects to the whole page.
      await expect(page.locator('[hidden]')).toHaveCount(0);
      await expect(page.locator('template')).toHaveCount(0);

      let requestCount = 0;
      site.fault(/\/api\/articles\/section\/clash\?limit=24/, async () => {
        await new Promise((resolve) => setTimeout(resolve, requestCount++ === 0 ? 400 : 100));
        return undefined;
      });
      await page.goto(`${site.url}/clash`);
      await page.waitForURL('**/clash?whole=1');
      await expect(page.getByRole('link', { name: 'Sample article number 27' }).first()).toBeVisible();
      expect(await page.locator('template').count()).toBe(0);
    });
  });

  test('a streamed page is hydrated on demand, and misses no change', async ({ page, site }) => {
    const faults = await watchPage(page, site.url);
    const featured = page.getByText('Loading featured articles...');
    const newest = (id: number) => page.getByRole('link', { name: `Sample article number ${id}` }).first();
    const openLate = async () => {
      const arrive = delayResponses(site, /\/featured/);
      await page.goto(site.url, { waitUntil: 'commit' });
      await expect(featured).toBeVisible();
      await expect(newest(29)).toBeVisible();
      return arrive;
    };
    await step('a change during streaming appears without hydration', async () => {
      const arrive = await openLate();
      await site.publish(sampleArticle(31));
      arrive();
      await expect(newest(31)).toBeVisible();
      await expect(featured).toHaveCount(0);
      await expectFollowers(site);
      await site.publish(sampleArticle(32));
      await expect(newest(32)).toBeVisible();
      expect(await isHydrated(page)).toBe(false);
      await hydrated(page);
      await expect(newest(32)).toBeVisible();
      site.heal();
    });
    await step('a control works during streaming', async () => {
      await page.setViewportSize({ width: 360, height: 740 });
      const arrive = await openLate();
      await page.getByRole('link', { name: 'Menu' }).click();
      await expect(page.getByRole('dialog', { name: 'The Forum' })).toBeVisible();
      arrive();
      await expect(featured).toHaveCount(0);
      site.heal();
    });
    expect(faults).toEqual([]);
  });
});

test('a slow article is indicated, and pages show that the API is down', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  await step('an indicator is shown until a slow article arrives', async () => {
    await open(page, site, '/clash');
    const arrive = delayResponses(site, anything);
    await page.getByRole('article').first().getByRole('link').click();
    const loading = () => page.evaluate(() => getComputedStyle(document.documentElement, '::before').opacity);
    await expect.poll(loading).toBe('1');
    arrive();
    await expect(page.getByText('Back to The Clash').first()).toBeVisible();
    await expect(page.locator('html')).not.toHaveAttribute('data-loading');
  });
  const away = () => Promise.reject(new Error('away'));
  await step('a list returns 503 without the API, and can be retried', async () => {
    site.heal();
    site.fault(anything, away);
    expect((await page.goto(`${site.url}/clash`))?.status()).toBe(503);
    await hydrated(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Clash');
    await expect(page.getByRole('alert')).toContainText('This list could not be loaded.');
    site.heal();
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(page.getByRole('article')).toHaveCount(10);
    await expect(page.getByRole('alert')).toHaveCount(0);
    // The browser logs every 503.
    expect(faults.splice(0).filter((fault) => !fault.includes('status of 503'))).toEqual([]);
  });
  await step('About is shown without its counts', async () => {
    site.fault(anything, away);
    expect((await page.goto(`${site.url}/about`))?.status()).toBe(200);
    await hydrated(page);
    await expect(page.getByText('Not available right now')).toHaveCount(2);
    await expect(page.getByRole('region', { name: 'How We Work' })).toBeVisible();
    expect(faults).toEqual([]);
  });
});
