import { loadPageRegistry } from '../server/pages/page-registry.ts';

const { sitemap } = await loadPageRegistry();

const everywhere = {
  ...Object.fromEntries(sitemap.map((path) => [path, path])),
  search: '/search',
  'missing article': '/article/999999',
  'not found': '/nothing-here',
};

/** Every public page of a journal with the demo issue. */
export const demoPages = { ...everywhere, article: '/article/1' };

/** Every public page of a journal with the awkward articles. */
export const fixturePages = {
  ...everywhere,
  article: '/article/16',
  'article from right to left': '/article/15',
  'article of a forgotten writer': '/article/13',
  'what is found': '/search?q=a',
  'nothing found': '/search?q=qqqqqqqq',
};
