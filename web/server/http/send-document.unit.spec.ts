import { expect, it } from 'vitest';
import { acceptedEncoding } from './send-document.ts';

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['BR;q=0.1', 'br'],
  ['gzip;q=0.0', 'identity'],
  ['*', 'gzip'],
  ['deflate', 'identity'],
  ['br ; q=0 , gzip\t;\tq=1', 'gzip'],
  ['gzip;q=0, *', 'gzip'],
  [`br${' '.repeat(199)}`, 'identity'],
])('Accept-Encoding "%s" selects %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});
