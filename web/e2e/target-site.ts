import { test as base } from '@playwright/test';
import { awkwardArticles } from './awkward-articles.ts';
import { startFixtureSite, unhurried } from './fixture-site.ts';
import { demoPages, fixturePages } from './public-pages.ts';

export type TargetOptions = {
  /** Where the whole system runs; undefined where the pages run by themselves. */
  systemUrl: string | undefined;
};

export type TargetSite = {
  url: string;
  /** Every public page, for what must hold on all of them. */
  pages: Readonly<Record<string, string>>;
};

/**
 * The tests of what holds on any site: of the system that the target started, with its demo issue, or else of the pages
 * by themselves, with articles as strange as the contract lets them be.
 */
export const test = base.extend<object, TargetOptions & { site: TargetSite }>({
  systemUrl: [undefined, { scope: 'worker', option: true }],
  site: [
    async ({ systemUrl }, use) => {
      if (systemUrl !== undefined) return use({ url: systemUrl, pages: demoPages });
      const { url, close } = await startFixtureSite(awkwardArticles(), unhurried);
      await use({ url, pages: fixturePages });
      await close();
    },
    { scope: 'worker' },
  ],
});
