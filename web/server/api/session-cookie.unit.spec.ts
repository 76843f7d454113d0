import { expect, it } from 'vitest';
import { sessionCookie } from './session-cookie.ts';

it.each([
  [undefined, undefined],
  ['', undefined],
  ['theme=dark; journalist=1; journal=', undefined],
  ['theme=dark; journal=abc%3D; other=1', 'journal=abc%3D'],
  ['__Host-journal=abc', '__Host-journal=abc'],
])('of %j sends on %j', (header, sent) => {
  expect(sessionCookie(header)).toBe(sent);
});
