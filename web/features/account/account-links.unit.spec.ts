import type { Role } from '@journal/contracts';
import { expect, it } from 'vitest';
import { accountLinks, returnPath, signInHref } from './account-links.ts';

it.each([
  ['/contact', '/contact'],
  ['/contact?x=1#form', '/contact?x=1#form'],
  ['/admin?tab=submissions', '/admin?tab=submissions'],
  ['/a/../contact', '/contact'],
])('signing in with next=%s returns there', (next, path) => {
  expect(returnPath({ next })).toBe(path);
});

it('signing in returns to Home if next is another site, a file or empty', () => {
  const elsewhere = ['https://example.org/', '//example.org/contact', '/\\example.org', '/\t/example.org'];
  const disguised = ['\n//example.org', '/.//example.org', '/..//example.org/x', 'javascript:alert(1)'];
  const ours = ['', 'contact', '/api/me/export', '/x/../api/me/export', 'http://this.site/contact'];
  for (const next of [...elsewhere, ...disguised, ...ours]) expect(returnPath({ next }), next).toBe('/');
  expect(returnPath({})).toBe('/');
});

it('a sign-in link contains the page to return to, unless that is Home', () => {
  expect(signInHref('/login', '/contact?a=1')).toBe('/login?next=%2Fcontact%3Fa%3D1');
  expect(signInHref('/login', '/')).toBe('/login');
});

it('the edit link of an article or a page appears only there, and only for users who may edit it', () => {
  const user = { id: 'x', username: 'x', fullName: 'X', email: 'x@example.org', createdAt: '' };
  const hrefs = (roles: Role[], path: string) =>
    accountLinks({ ...user, isAdmin: roles.includes('admin'), roles }, path).map(({ href }) => href);
  expect(hrefs(['admin'], '/article/12')).toEqual(['/profile', '/admin', '/admin?tab=articles&edit=12']);
  expect(hrefs(['admin'], '/privacy')).toEqual(['/profile', '/admin', '/admin/texts?edit=privacy']);
  expect(hrefs(['admin'], '/about')).toEqual(['/profile', '/admin']);
  for (const path of ['/article/12', '/terms']) {
    expect(hrefs([], path)).toEqual(['/profile']);
    expect(hrefs(['reviewer'], path)).toEqual(['/profile', '/admin']);
  }
  expect(hrefs(['editor'], '/article/12')).toEqual(['/profile', '/admin', '/admin?tab=articles&edit=12']);
  expect(hrefs(['editor'], '/terms')).toEqual(['/profile', '/admin']);
});
