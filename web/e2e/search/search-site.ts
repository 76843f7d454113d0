import type { Page } from '@playwright/test';
import { open, type Site } from '../test.ts';

/** Opens a page, hydrates it and returns the parts of its search box. */
export async function openBox(page: Page, site: Site, path = '/about') {
  await open(page, site, path);
  return boxOf(page);
}

export function boxOf(page: Page) {
  const search = page.getByRole('banner').getByRole('search');
  return {
    box: search.getByPlaceholder('Search articles...'),
    options: search.getByRole('option'),
    articles: search.locator('[role="option"][href^="/article/"]'),
    said: search.getByRole('status'),
    search,
  };
}

/** The texts for which the browser, or a page's server, has searched. */
export const searchedFor = (site: Site): (string | null)[] =>
  site.calls
    .filter(({ path }) => path.startsWith('/api/search?'))
    .map(({ path }) => new URL(path, 'http://api').searchParams.get('q'));
