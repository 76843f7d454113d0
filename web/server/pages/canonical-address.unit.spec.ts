import { expect, it } from 'vitest';
import { canonicalAddress } from './canonical-address.ts';

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
  ['/About?x=Y', '/about?x=Y'],
  ['/CLASH/', '/clash'],
  ['/Article/12', '/article/12'],
  ['/Article/X', undefined],
  ['/Nowhere', undefined],
  ['/Robots.txt', undefined],
])('%s leads to %s', (url, target) => {
  expect(canonicalAddress(url)).toBe(target);
});
