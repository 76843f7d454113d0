import { expect, it } from 'vitest';
import { withoutTrailingSlash } from './pages.routes.ts';

it.each([
  ['/', undefined],
  ['/about', undefined],
  ['/?a=/', undefined],
  ['/about?next=/x/', undefined],
  ['/about/', '/about'],
  ['/about//', '/about'],
  ['/about/?after=3', '/about?after=3'],
  ['//evil.example/', '/evil.example'],
  ['//evil.example', '/evil.example'],
  ['/\\evil.example/', '/evil.example'],
  ['///', '/'],
  ['/\\/\\evil.example//', '/evil.example'],
  ['/\\', '/'],
  ['/a//b/', '/a//b'],
])('%s leads to %s', (url, target) => {
  expect(withoutTrailingSlash(url)).toBe(target);
});
