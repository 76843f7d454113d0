import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { dropOutsideHeaders } from './outside-headers.ts';

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
  dropOutsideHeaders({ headers, socket: { remoteAddress } as IncomingMessage['socket'] });
  expect(headers).toEqual(left);
});
