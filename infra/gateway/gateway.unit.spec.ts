import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { dropUntrustedHeaders, originForm } from './gateway.ts';

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

const given = {
  accept: 'text/html',
  forwarded: 'for=198.51.100.7',
  'x-forwarded-for': '198.51.100.7',
  'x-forwarded-host': 'journal.example',
  'x-forwarded-proto': 'https',
};
const { accept, ...said } = given;

test.each([
  ['127.0.0.1', { accept, ...said }],
  ['::ffff:127.0.0.1', { accept, ...said }],
  ['192.168.0.7', { accept }],
  ['203.0.113.7', { accept }],
])('of what %s sends, this is left: %j', (remoteAddress, left) => {
  const headers = { ...given, 'x-request-id': 'chosen-outside' };
  dropUntrustedHeaders({ headers, socket: { remoteAddress } as IncomingMessage['socket'] });
  expect(headers).toEqual(left);
});
