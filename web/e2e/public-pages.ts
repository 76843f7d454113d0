/** Every public page, for what must hold on all of them. The fixture's articles are numbered from 1. */
export const publicPages = {
  Home: '/',
  'The Clash': '/clash',
  'The View': '/view',
  'The Culture': '/culture',
  About: '/about',
  'Write for Us': '/contact',
  article: '/article/16',
  'article from right to left': '/article/15',
  'article of a forgotten writer': '/article/13',
  'missing article': '/article/999999',
  'not found': '/nothing-here',
} as const;
