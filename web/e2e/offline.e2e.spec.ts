import type { Page } from '@playwright/test';
import { delayResponses, expect, expectFollowers, open, problem, type Site, signIn, test } from './test.ts';
import { hydrated, watchPage } from './watch-page.ts';

const { step } = test;

test.use({ serviceWorkers: 'allow' });

/** Paths and query strings of all copies. */
const copies = (page: Page) =>
  page.evaluate(async () => {
    const requests = await (await caches.open('journal-pages')).keys();
    return requests.map(({ url }) => new URL(url).pathname + new URL(url).search);
  });

const pagesCopied = async (page: Page) =>
  (await copies(page)).filter((address) => !address.startsWith('/assets/')).sort();

/** Reads a page. Resolves when it has been copied. */
async function read(page: Page, site: Site, path: string): Promise<void> {
  await page.goto(site.url + path);
  // A page that loads late attaches its listeners late.
  const scroll = () => page.evaluate(() => scrollBy(0, 100));
  await expect.poll(() => scroll().then(() => pagesCopied(page))).toContain(path);
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

async function expectStyled(page: Page): Promise<void> {
  expect(await heading(page).evaluate((title) => getComputedStyle(title).fontFamily)).toContain('Journal');
  expect(await page.evaluate(() => document.fonts.size)).toBeGreaterThan(0);
}

test('copies contain no session and no API response, and only pages for reading are copied', async ({
  page,
  site,
}) => {
  await signIn(page, site, 'writer');
  await read(page, site, '/article/8');
  for (const path of ['/profile', '/contact', '/search?q=eight', '/about']) {
    await open(page, site, path);
    await page.mouse.wheel(0, 300);
  }
  await expect.poll(() => pagesCopied(page)).toEqual(['/about', '/article/8', '/offline']);
  await expect(page.getByRole('banner')).toContainText('Sample Writer');
  const texts = await page.evaluate(async () => {
    const journal = await caches.open('journal-pages');
    const found = await Promise.all((await journal.keys()).map((request) => journal.match(request)));
    return Promise.all(found.map(async (response) => (await response?.text()) ?? ''));
  });
  const pages = texts.filter((text) => text.startsWith('<!DOCTYPE html>'));
  expect(pages).toHaveLength(3);
  for (const text of pages) {
    expect(text).toContain('Sign In');
    expect(text).toContain('"session":null');
    expect(text).not.toContain('account menu');
  }
});

test('at most fifty pages are copied, with their assets', async ({ page, site }) => {
  await read(page, site, '/');
  const assets = (await copies(page)).filter((address) => address.startsWith('/assets/'));
  await page.evaluate(async () => {
    const journal = await caches.open('journal-pages');
    for (let id = 101; id <= 150; id++)
      await journal.put(`/article/${id}`, new Response(`<link href="/assets/${id}.css">`));
    for (let id = 101; id <= 150; id++) await journal.put(`/assets/${id}.css`, new Response(''));
  });
  await read(page, site, '/about');
  await expect.poll(async () => (await pagesCopied(page)).length).toBe(41);
  await expect.poll(() => copies(page)).not.toContain('/assets/101.css');
  const kept = await copies(page);
  expect(kept).toEqual(expect.arrayContaining(['/offline', '/about', '/article/150', ...assets]));
  expect(kept).not.toContain('/article/101');
  expect(kept).toContain('/assets/150.css');
  expect(kept).not.toContain('/');
});

test('copies older than 30 days and unreferenced assets are removed when another page is copied', async ({
  page,
  site,
}) => {
  await read(page, site, '/');
  await page.evaluate(async () => {
    const journal = await caches.open('journal-pages');
    const date = new Date(Date.now() - 31 * 24 * 60 * 60_000).toUTCString();
    await journal.put('/article/101', new Response('<link href="/assets/101.css">', { headers: { date } }));
    await journal.put('/article/102', new Response('<link href="/assets/102.css">'));
    for (const name of ['101', '102', 'gone']) await journal.put(`/assets/${name}.css`, new Response(''));
  });
  await read(page, site, '/about');
  await expect.poll(() => copies(page)).not.toContain('/assets/gone.css');
  await expect.poll(() => copies(page)).not.toContain('/assets/101.css');
  const kept = await copies(page);
  expect(kept).toEqual(expect.arrayContaining(['/', '/about', '/article/102', '/assets/102.css']));
  expect(kept).not.toContain('/article/101');
});

test('pages read before can be read offline, and others show that there is no connection', async ({
  page,
  context,
  site,
}) => {
  const requestedPaths: string[] = [];
  context.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  await step('the service worker is not loaded before somebody reads', async () => {
    await page.goto(site.url);
    await expectFollowers(site);
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })));
    expect(requestedPaths).not.toContain('/sw.js');
  });
  const title = (await site.article(7)).title;
  await step('pages read before are shown, including after a reload', async () => {
    await read(page, site, '/');
    await read(page, site, '/article/7');
    await read(page, site, '/clash?after=5');
    await read(page, site, '/clash');
    const first = await page.getByRole('article').first().textContent();
    await context.setOffline(true);
    await page.goto(`${site.url}/clash`);
    await expect(page.getByRole('article').first()).toHaveText(first ?? '');
    await page.goto(`${site.url}/article/7?utm_source=mail`);
    await expect(heading(page)).toHaveText(title);
    await expectStyled(page);
    await page.goto(site.url);
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.reload();
    await expect(page.getByRole('article').first()).toBeVisible();
  });
  await step('other pages show that there is no connection', async () => {
    for (const path of ['/view', '/clash?after=abc', '/search?q=seven', '/login']) {
      await page.goto(site.url + path);
      await expect(heading(page), path).toHaveText('No connection');
    }
    await expectStyled(page);
    await page.goto(`${site.url}/view`);
    await context.setOffline(false);
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(heading(page)).toHaveText('The View');
  });
  await step('links and going back on a hydrated page work offline', async () => {
    await open(page, site, '/clash');
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Sample article number 30' }).first().click();
    await expect(heading(page)).toHaveText('No connection');
    await page.goBack();
    await expect(heading(page)).toHaveText('The Clash');
    await context.setOffline(false);
  });
  await step('going back to a filtered list on a hydrated page works offline', async () => {
    await open(page, site, '/');
    const latest = page.getByRole('region', { name: 'Latest Articles' });
    await latest.getByRole('link', { name: 'Essays' }).click();
    await expect(page).toHaveURL(/\/\?section=view#latest$/);
    await expect(latest.locator('.badge')).toHaveText(Array(6).fill('The View'));
    await latest.getByRole('article').first().getByRole('link').click();
    await expect(heading(page)).toHaveText('Sample article number 28');
    await context.setOffline(true);
    await page.goBack();
    await expect(heading(page)).toHaveText('The Forum');
    await context.setOffline(false);
  });
  await step('a page opened from a hydrated one is copied too', async () => {
    await open(page, site, '/clash');
    await page.getByRole('link', { name: 'Sample article number 30' }).first().click();
    await expect(heading(page)).toHaveText('Sample article number 30');
    await expect.poll(() => pagesCopied(page)).toContain('/article/30');
  });
  await step('the copy of a permanently removed article is deleted', async () => {
    await read(page, site, '/article/9');
    site.fault(/\/articles\/9$/, async () => problem('article-removed'));
    await expect(async () => {
      expect((await page.goto(`${site.url}/article/9?again`))?.status()).toBe(410);
    }).toPass();
    await expect.poll(() => pagesCopied(page)).not.toContain('/article/9');
    site.heal();
  });
  await step('the copy of a deleted article is deleted', async () => {
    await site.remove(7);
    await expect(async () => {
      expect((await page.goto(`${site.url}/article/7`))?.status()).toBe(404);
    }).toPass();
    await expect.poll(() => pagesCopied(page)).not.toContain('/article/7');
    expect(await pagesCopied(page)).toEqual(
      expect.arrayContaining(['/', '/article/30', '/clash', '/offline']),
    );
  });
});

test('the copy of an article that disappears from a hydrated page is deleted', async ({ page, site }) => {
  const readHydrated = async (path: string) => {
    await read(page, site, path);
    await hydrated(page);
    await expectFollowers(site);
  };
  await step('while it is being read', async () => {
    await readHydrated('/article/7');
    await site.remove(7);
    await expect(heading(page)).toHaveText('Article Not Found');
    await expect.poll(() => pagesCopied(page)).not.toContain('/article/7');
  });
  await step('before a link to it is followed', async () => {
    await read(page, site, '/article/8');
    await readHydrated('/about');
    const follow = (address: string) => {
      const link = Object.assign(document.createElement('a'), { href: address, textContent: 'An old link' });
      document.querySelector('main')?.append(link);
    };
    await page.evaluate(follow, '/article/8');
    await site.remove(8);
    await page.getByRole('link', { name: 'An old link' }).click();
    await expect(heading(page)).toHaveText('Article Not Found');
    await expect.poll(() => pagesCopied(page)).toEqual(['/about', '/offline']);
  });
});

test('older articles of one section on Home are copied as they were read', async ({
  page,
  context,
  site,
}) => {
  const older = '/?section=clash&after=20';
  await read(page, site, older);
  await context.setOffline(true);
  await page.goto(site.url + older);
  const badges = page.getByRole('region', { name: 'Latest Articles' }).locator('.badge');
  await expect(badges).toHaveText(Array(6).fill('The Clash'));
  await context.setOffline(false);
});

test('the copy is of the version read last, and styles come from the cache if the network fails', async ({
  page,
  context,
  site,
}) => {
  await read(page, site, '/article/7');
  expect((await copies(page)).some((address) => address.endsWith('.js'))).toBe(true);
  await site.edit(7, { title: 'Edited since' });
  await expect(heading(page)).toHaveText('Edited since');
  await read(page, site, '/about');
  await page.goto(`${site.url}/article/7`);
  const copyOf = (path: string) =>
    page.evaluate(async (address) => {
      const copy = await (await caches.open('journal-pages')).match(address);
      return (await copy?.text()) ?? '';
    }, path);
  await expect.poll(() => copyOf('/article/7')).toContain('Edited since');
  // Same as a connection without internet access: the browser considers itself online.
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(() => {
    globalThis.fetch = () => Promise.reject(new TypeError('No network'));
  });
  const styles = page.waitForResponse(/\.css$/);
  await page.goto(`${site.url}/article/7`);
  expect((await styles).fromServiceWorker()).toBe(true);
  await expectStyled(page);
});

test.describe('with the production time budget', () => {
  test.use({ siteOptions: { isHurried: true } });

  test('the service worker does not interfere with streams and events', async ({ page, site }) => {
    const faults = await watchPage(page, site.url);
    await read(page, site, '/about');
    await step('a late list arrives after the shell', async () => {
      const arrive = delayResponses(site, /\/api\/articles/);
      await page.goto(`${site.url}/clash?after=`, { waitUntil: 'commit' });
      await expect(page.getByText('Loading debates...', { exact: true })).toBeVisible();
      arrive();
      await expect(page.getByRole('article').first()).toBeVisible();
      site.heal();
    });
    await step('changes are followed', async () => {
      await page.goto(`${site.url}/view`);
      expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
      await expectFollowers(site);
    });
    expect(faults).toEqual([]);
  });
});
