import type { Page } from '@playwright/test';
import {
  expect,
  expectFollowers,
  open,
  openAsAdmin,
  problem,
  type Site,
  sampleArticle,
  samplePitch,
  sessionReads,
  test,
} from './test.ts';
import { watchPage } from './watch-page.ts';

const { step } = test;

const publish = (site: Site, title: string) =>
  site.publish(sampleArticle(31, { title, section: 'clash', featured: 1 }));

const link = (page: Page, name: string) => page.getByRole('link', { name }).first();

async function openLive(page: Page, site: Site, path: string): Promise<void> {
  await open(page, site, path);
  await expectFollowers(site);
}

/** Hides or shows the page as the browser does when the reader changes tabs. */
async function show(page: Page, visible: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    visible ? 'visible' : 'hidden',
  );
}

test('changes appear without a reload or movement, and none is missed while hidden or disconnected', async ({
  page,
  context,
  site,
}) => {
  const faults = await watchPage(page, site.url);
  await step('only affected data is read again, from the change’s position on', async () => {
    await openLive(page, site, '/');
    const before = site.calls.length;
    await publish(site, 'Published just now');
    await expect(link(page, 'Published just now')).toBeVisible();
    const calls = () => site.calls.slice(before);
    const paths = () => calls().map(({ path }) => path);
    // When the first result is shown, the other reads are in flight and may not have arrived.
    await expect
      .poll(() => paths().sort())
      .toEqual([
        '/api/articles/featured?limit=24&fields=card',
        '/api/articles/section/clash?limit=1&fields=card',
        '/api/articles?limit=6&fields=card',
        '/api/issues?limit=1',
      ]);
    const positions = new Set(calls().map(({ headers }) => headers['journal-position']));
    expect(positions.size).toBe(1);
    expect([...positions][0]).toMatch(/^\d+$/);
  });
  await step('the visible text stays in its place', async () => {
    const heading = page.getByRole('heading', { name: 'Latest Articles' });
    await heading.scrollIntoViewIfNeeded();
    // Measured as painted: the browser corrects the scroll position after the change and before the paint.
    const place = () =>
      heading.evaluate(
        (element) =>
          new Promise<number>((resolve) => {
            const measure = () => resolve(element.getBoundingClientRect().y);
            requestAnimationFrame(() => requestAnimationFrame(measure));
          }),
      );
    const before = await place();
    await publish(site, 'Published while it is read');
    for (const name of ['Featured This Week', 'Latest Articles'])
      await expect(
        page.getByRole('region', { name }).getByText('Published while it is read').first(),
      ).toBeAttached();
    expect(Math.abs((await place()) - before)).toBeLessThan(1);
  });
  await step('a section and the counts of About are updated too', async () => {
    for (const path of ['/clash', '/about']) {
      await openLive(page, site, path);
      await page.evaluate(() => Object.assign(globalThis, { kept: true }));
      const { id } = await publish(site, `Published for ${path}`);
      if (path === '/about') await expect(page.getByText(`${id}`, { exact: true }).first()).toBeVisible();
      else await expect(link(page, `Published for ${path}`)).toBeVisible();
      expect(await page.evaluate(() => 'kept' in globalThis), path).toBe(true);
    }
  });
  await step(
    'the head names an issue as soon as it is published, and no longer once it is withdrawn',
    async () => {
      await openLive(page, site, '/about');
      const issue = page.getByRole('banner').getByRole('link', { name: 'Issue No. 7 · January 31, 2027' });
      const send = (method: 'POST' | 'PUT', path: string, body: object) =>
        site.send(method, `/api/issues${path}`, { as: 'editor', body });
      await send('POST', '', { number: 7, date: '2027-01-31' });
      await send('PUT', '/7/pieces', { pieces: [{ articleId: 7 }] });
      await send('POST', '/7/publish', {});
      await expect(issue).toHaveAttribute('href', '/issues/7');
      await send('POST', '/7/withdraw', {});
      await expect(issue).toHaveCount(0);
    },
  );
  await step('an edited article is updated, and a deleted one is replaced by the 404 page', async () => {
    await openLive(page, site, '/article/7');
    await site.edit(7, { title: 'A better title' });
    await expect(page.getByRole('heading', { level: 1 })).toContainText('A better title');
    await expect(page).toHaveTitle('A better title · The Forum');
    expect(faults).toEqual([]);
    await site.remove(7);
    await expect(page.getByText('Article Not Found')).toBeVisible();
  });
  await step('an article removed permanently is shown as removed', async () => {
    await openLive(page, site, '/article/8');
    site.fault(/\/articles\/8$/, async () => problem('article-removed'));
    await site.edit(8, { title: 'Nobody reads this' });
    await expect(page.getByText('Article Removed')).toBeVisible();
  });
  site.heal();
  await step('an article deleted while a link is followed does not prevent the navigation', async () => {
    await openLive(page, site, '/article/9');
    const arrival = Promise.withResolvers<void>();
    await page.route('**/assets/entries/pages_about*.js', async (route) => {
      await arrival.promise;
      await route.continue();
    });
    await link(page, 'About').click();
    await expect(page.locator('html')).toHaveAttribute('data-loading');
    const reread = page.waitForResponse('**/api/articles/9');
    await site.remove(9);
    expect((await reread).status()).toBe(404);
    arrival.resolve();
    await expect(page).toHaveURL(/\/about$/);
  });
  await step('a hidden page does not follow changes, and catches up when it is visible', async () => {
    await openLive(page, site, '/clash');
    await show(page, false);
    await expect.poll(() => site.followers).toBe(0);
    await publish(site, 'Published out of sight');
    await show(page, true);
    await expect(link(page, 'Published out of sight')).toBeVisible();
    expect(site.followers).toBe(1);
  });
  await step('a broken connection is restored, and missed changes appear', async () => {
    site.breakStreams();
    expect(site.followers).toBe(0);
    await publish(site, 'Published in a gap');
    await expect(link(page, 'Published in a gap')).toBeVisible();
  });
  await step('a change that could not be read is read when the network is back', async () => {
    await openLive(page, site, '/clash');
    await page.route('**/api/articles/section/**', (route) => route.abort());
    const failed = page.waitForEvent('requestfailed');
    await publish(site, 'Published without a network');
    await failed;
    await context.setOffline(true);
    await page.unroute('**/api/articles/section/**');
    await expect(page.getByText('Published without a network')).toHaveCount(0);
    await context.setOffline(false);
    await expect(link(page, 'Published without a network')).toBeVisible();
  });
  await step('changes between rendering and the first connection appear', async () => {
    let first = true;
    await page.route('**/api/changes**', async (route) => {
      if (first) await publish(site, 'Published in between');
      first = false;
      await route.continue();
    });
    await page.goto(`${site.url}/clash`);
    await expect(link(page, 'Published in between')).toBeVisible();
  });
});

test('an editor who signs in again in another tab still sees every change here', async ({ page, site }) => {
  await openAsAdmin(page, site, '/admin?tab=submissions');
  await expectFollowers(site);
  const row = (title: string) => page.locator('.row').filter({ hasText: title });
  await site.pitch(samplePitch(1, { articleTitle: 'Pitched before' }));
  await expect(row('Pitched before')).toBeVisible();
  const other = await page.context().newPage();
  await open(other, site, '/about');
  const before = sessionReads(site).length;
  // As a tab does after signing in, or after changing the password.
  await other.evaluate(() => new BroadcastChannel('journal-session').postMessage('changed'));
  await expect.poll(() => sessionReads(site).length).toBeGreaterThanOrEqual(before + 2);
  await page.waitForLoadState('networkidle');
  await site.pitch(samplePitch(1, { articleTitle: 'Pitched afterwards' }));
  await expect(row('Pitched afterwards')).toBeVisible();
});

test('a change is on the page within 100 ms', async ({ page, site }) => {
  await page.addInitScript(() => {
    const seen: Record<string, number> = {};
    new MutationObserver(() => {
      for (const [title] of document.body?.textContent?.matchAll(/Published at try \d+/g) ?? [])
        seen[title] ??= Date.now();
    }).observe(document, { childList: true, subtree: true, characterData: true });
    Object.assign(globalThis, { seen });
  });
  const times: number[] = [];
  // The machine may be busy at times, but a delay of our own would be in every attempt. Each attempt reloads the page,
  // because a change that closely follows another one is batched.
  const deadline = performance.now() + 120_000;
  for (let attempt = 1; performance.now() < deadline && !times.some((time) => time < 100); attempt++) {
    await page.goto(`${site.url}/clash`);
    await expect.poll(() => site.followed.length).toBe(attempt);
    const title = `Published at try ${attempt}`;
    await publish(site, title);
    const publishedAt = Date.now();
    const seenAt = await page.waitForFunction(
      (name) => (globalThis as unknown as { seen: Record<string, number> }).seen[name],
      title,
    );
    times.push(Number(await seenAt.jsonValue()) - publishedAt);
  }
  expect(Math.min(...times)).toBeLessThan(100);
});
