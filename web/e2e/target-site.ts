import { test as base } from '../../tools/testing/started-system.ts';
import { loadPageRegistry } from '../server/pages/page-registry.ts';

export type TargetSite = {
  url: string;
  /** Every public page, for what must hold on all of them. */
  pages: Readonly<Record<string, string>>;
};

const { sitemap } = await loadPageRegistry();

const everywhere = {
  ...Object.fromEntries(sitemap.map((path) => [path, path])),
  search: '/search',
  'missing article': '/article/999999',
  'not found': '/nothing-here',
};

/** Every public page of a journal with the demo issue. */
const demoPages = { ...everywhere, article: '/article/1' } as const;

/** Every public page of a journal with the awkward articles. */
const awkwardPages = {
  ...everywhere,
  article: '/article/16',
  'article from right to left': '/article/15',
  'article of a forgotten writer': '/article/13',
  'what is found': '/search?q=a',
  'nothing found': '/search?q=qqqqqqqq',
} as const;

/**
 * The tests of what holds on any site: of the system that the project started, with its demo issue, or else of one
 * with articles as strange as the contract lets them be.
 */
export const test = base.extend<{ site: TargetSite }>({
  // These pages move as they do for most readers.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from it.
  contextOptions: async ({}, use) => use({}),
  site: async ({ started, showAwkwardSite }, use) => {
    if (started) return use({ url: started.url, pages: demoPages });
    await use({ url: (await showAwkwardSite()).url, pages: awkwardPages });
  },
});
