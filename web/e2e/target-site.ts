import { test as base } from '@playwright/test';
import { startSite } from '../../tools/testing/site.ts';
import { loadPageRegistry } from '../server/pages/page-registry.ts';
import { publishAwkwardArticles } from './awkward-articles.ts';

type TargetOptions = {
  /** Where the whole system runs as a start brings it; undefined where each worker has one of its own. */
  systemUrl: string | undefined;
};

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
 * The tests of what holds on any site: of the system that the target started, with its demo issue, or else of one
 * with articles as strange as the contract lets them be.
 */
export const test = base.extend<object, TargetOptions & { site: TargetSite }>({
  systemUrl: [undefined, { scope: 'worker', option: true }],
  site: [
    async ({ systemUrl }, use) => {
      if (systemUrl !== undefined) return use({ url: systemUrl, pages: demoPages });
      const site = await startSite({ empty: true });
      await publishAwkwardArticles(site);
      await use({ url: site.url, pages: awkwardPages });
      await site.stop();
    },
    { scope: 'worker' },
  ],
});
