import { expect, it } from 'vitest';
import { canonicalAddress, loadPageRegistry, pageAddress, readingAddress } from './page-registry.ts';

const pages = await loadPageRegistry();

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
])('%s redirects to %s', (url, target) => {
  expect(canonicalAddress(pages, url)).toBe(target);
});

it.each([
  ['/', '/'],
  ['/about', '/about'],
  ['/about?', '/about'],
  ['/about?utm_source=x&a&a', '/about'],
  ['/?section=clash&after=12&whole=1', '/?after=12&section=clash'],
  ['/?after=12&x=1&section=clash', '/?after=12&section=clash'],
  ['/?section=clash&section=view', '/?section=view'],
  ['/?after=1#latest', '/?after=1'],
  ['/article/%E0%A4%A?after=%00', '/article/%E0%A4%A'],
  ['/?section=%26after%3D1', '/?section=%26after%3D1'],
  ['/caf\u00a0\ud800', '/caf%C2%A0%EF%BF%BD'],
  [`/clash?after=${'1'.repeat(10)}`, `/clash?after=${'1'.repeat(10)}`],
  [`/clash?after=${'1'.repeat(11)}`, '/clash'],
  ['/clash?after=null', '/clash'],
  [`/admin?section=${'x'.repeat(101)}`, '/admin'],
  [`/newsletter/confirm?x=1&token=${'a'.repeat(200)}`, `/newsletter/confirm?token=${'a'.repeat(200)}`],
  [`/newsletter/confirm?token=${'a'.repeat(201)}`, '/newsletter/confirm'],
  ['/login?x=1&next=%2Fcontact', '/login?next=%2Fcontact'],
  [
    '/admin?status=deleted&tab=articles&q=a+b&featured=1',
    '/admin?featured=1&q=a+b&status=deleted&tab=articles',
  ],
  [
    '/admin/audit?to=2026-01-02&x=1&person=u&from=2026-01-01&kind=UserSignedIn&before=9',
    '/admin/audit?before=9&from=2026-01-01&kind=UserSignedIn&person=u&to=2026-01-02',
  ],
  ['/admin/articles/7/history?version=2&before=2', '/admin/articles/7/history?before=2&version=2'],
  [`/search?q=${'a'.repeat(200)}&page=2`, `/search?page=2&q=${'a'.repeat(200)}`],
  [`/search?q=${'a'.repeat(10_000)}`, `/search?q=${'a'.repeat(201)}`],
  [`/search?q=${'a'.repeat(200)}%F0%9F%98%80`, `/search?q=${'a'.repeat(200)}%EF%BF%BD`],
  ['/newsletter/confirm?outcome=done', '/newsletter/confirm?outcome=done'],
])('%s is normalised to %s', (url, address) => {
  expect(pageAddress(pages, url)).toBe(address);
});

it('a page whose address contains a secret is recognised', () => {
  const urls = ['/invitation?token=a', '/Invitation', '/invitations', '/login?next=/invitation'];
  expect(urls.map(pages.isSecret)).toEqual([true, true, false, false]);
});

it.each([
  ['/', '/'],
  ['/?after=12&utm_source=x&q=a&section=clash', '/?after=12&section=clash'],
  ['/about?after=12', '/about'],
  ['/clash?section=view&after=1&after=2#end', '/clash?after=2'],
  ['/article/12?after=2', '/article/12'],
  ['/About', undefined],
  ['/about/', undefined],
  ['/article/x', undefined],
  ['/article/012', undefined],
  ['/contact', undefined],
  ['/search?q=a', undefined],
  ['/index.pageContext.json', undefined],
  ['//about', undefined],
])('the cacheable page for %s is %s', (url, address) => {
  expect(readingAddress(pages, url)).toBe(address);
});
