import { test as base } from '../../tools/testing/started-system.ts';
import { loadPageRegistry } from '../server/pages/page-registry.ts';

export type TargetSite = {
  url: string;
  /** Every public page, for requirements that apply to all of them. */
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
 * Base of the tests that apply to any site: either the system that the project started, with its demo issue, or one
 * whose articles are as unusual as the contract allows.
 */
export const test = base.extend<{ site: TargetSite }>({
  // Animations are on, as for most readers.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from it.
  contextOptions: async ({}, use) => use({}),
  site: async ({ started, showAwkwardSite }, use) => {
    if (started) return use({ url: started.url, pages: demoPages });
    await use({ url: (await showAwkwardSite()).url, pages: awkwardPages });
  },
});
