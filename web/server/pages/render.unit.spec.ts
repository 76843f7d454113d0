import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { wantsWholePage } from './render.ts';

const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

it.each([
  [undefined, {}, true],
  ['curl/8.5.0', {}, true],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', {}, true],
  [
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0) Chrome/116.0 Safari/537.36',
    {},
    true,
  ],
  ['facebookexternalhit/1.1', {}, true],
  ['Mozilla/5.0 (compatible; Yahoo! Slurp)', {}, true],
  [chrome, {}, false],
  [chrome, { whole: '1' }, true],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    {},
    false,
  ],
])('User-Agent %s with query %o gets a whole page or a stream', (agent, query, whole) => {
  const request = { headers: { 'user-agent': agent }, query } as unknown as FastifyRequest;
  expect(wantsWholePage(request)).toBe(whole);
});
