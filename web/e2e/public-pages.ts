const everywhere = {
  Home: '/',
  'The Clash': '/clash',
  'The View': '/view',
  'The Culture': '/culture',
  About: '/about',
  'Write for Us': '/contact',
  search: '/search',
  'missing article': '/article/999999',
  'not found': '/nothing-here',
} as const;

/** Every public page of a journal with the demo issue. */
export const demoPages = { ...everywhere, article: '/article/1' } as const;

/** Every public page of a journal with the awkward articles. */
export const fixturePages = {
  ...everywhere,
  article: '/article/16',
  'article from right to left': '/article/15',
  'article of a forgotten writer': '/article/13',
  'what is found': '/search?q=a',
  'nothing found': '/search?q=qqqqqqqq',
} as const;
