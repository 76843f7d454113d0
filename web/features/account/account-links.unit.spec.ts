import { expect, it } from 'vitest';
import { returnPath, signInHref } from './account-links.ts';

it.each([
  ['/contact', '/contact'],
  ['/contact?x=1#form', '/contact?x=1#form'],
  ['/admin?tab=submissions', '/admin?tab=submissions'],
  ['/a/../contact', '/contact'],
])('%s leads there', (next, path) => {
  expect(returnPath({ next })).toBe(path);
});

it.each([
  undefined,
  '',
  'contact',
  'https://example.org/',
  '//example.org/contact',
  '/\\example.org',
  '/\t/example.org',
  '\n//example.org',
  '/.//example.org',
  '/..//example.org/x',
  'javascript:alert(1)',
  '/api/me/export',
  '/x/../api/me/export',
  'http://this.site/contact',
])('%j leads home', (next) => {
  expect(returnPath(next === undefined ? {} : { next })).toBe('/');
});

it('a page says where it leads back to, unless that is Home', () => {
  expect(signInHref('/login', '/contact?a=1')).toBe('/login?next=%2Fcontact%3Fa%3D1');
  expect(signInHref('/login', '/')).toBe('/login');
});
