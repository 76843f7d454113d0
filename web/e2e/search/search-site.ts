import { test as base, expect, type Page } from '@playwright/test';
import { type FixtureSite, startFixtureSite, unhurried } from '../fixture-site.ts';
import { hydrated } from '../watch-page.ts';

/** A site for all tests of a file; before each, its search answers and nothing has been asked for. */
export const test = base.extend<{ fresh: undefined }, { site: FixtureSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const site = await startFixtureSite(undefined, unhurried);
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
  fresh: [
    async ({ site }, use) => {
      site.api.requests.length = 0;
      await use(undefined);
      site.api.search.failing = false;
      site.api.delay = async () => {};
    },
    { auto: true },
  ],
});

/** Opens a page and gives the parts of its search box. */
export async function openBox(page: Page, site: FixtureSite, path = '/about') {
  await page.goto(site.url + path);
  await hydrated(page);
  const search = page.getByRole('banner').getByRole('search');
  return {
    box: search.getByPlaceholder('Search articles...'),
    options: search.getByRole('option'),
    articles: search.locator('[role="option"][href^="/article/"]'),
    said: search.getByRole('status'),
    search,
  };
}

/** The texts that the browser, or a page's server, has searched for. */
export function searchedFor({ api }: FixtureSite): (string | null)[] {
  return api.requests
    .filter(({ path }) => path.startsWith('/api/search?'))
    .map(({ path }) => new URL(path, 'http://api').searchParams.get('q'));
}

/** Holds back the answers to a text; what it gives lets them come. */
export function holdBack({ api }: FixtureSite, text: string): () => void {
  let letCome = () => {};
  const held = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  api.delay = (path) => (path.endsWith(`?q=${text}`) ? held : Promise.resolve());
  return letCome;
}

export { expect };
