import { expect, test } from 'vitest';
import { originForm } from './origin-form.ts';

test.each([
  ['/', '/'],
  ['/clash?page=2', '/clash?page=2'],
  ['//elsewhere.example/x', '//elsewhere.example/x'],
  ['http://elsewhere.example/', '/'],
  ['http://elsewhere.example', '/'],
  ['HTTPS://elsewhere.example:8080/clash?page=2', '/clash?page=2'],
  ['http://elsewhere.example?page=2', '/?page=2'],
  ['*', undefined],
  ['elsewhere.example:443', undefined],
  ['ftp://elsewhere.example/', undefined],
  ['http:///clash', undefined],
])('%s becomes %s', (target, expected) => {
  expect(originForm(target)).toBe(expected);
});
