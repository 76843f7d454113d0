import { describe, expect, it } from 'vitest';
import { ConfigError } from '../config/config.ts';
import { networkOf, trustedProxies } from './network.ts';

describe('trusted proxies', () => {
  it.each([
    ['', '127.0.0.1', false],
    ['loopback', '127.0.0.1', true],
    ['loopback', '::1', true],
    ['loopback', '::ffff:127.0.0.1', true],
    ['loopback', '10.0.0.1', false],
    ['private', '192.168.7.7', true],
    ['private', '172.32.0.1', false],
    ['private', 'fd00::7', true],
    [' loopback , 203.0.113.7 ', '203.0.113.7', true],
    ['203.0.113.7', '203.0.113.8', false],
    ['203.0.113.0/24', '203.0.113.8', true],
    ['2001:db8::/32', '2001:db8::8', true],
    ['0.0.0.0/0', '203.0.113.8', true],
    ['private', 'unknown', false],
    ['private', undefined, false],
    ['private', '10.1', false],
  ])('in the list %j include %s: %s', (list, address, isTrusted) => {
    expect(trustedProxies(list)(address)).toBe(isTrusted);
  });

  it.each([
    'everybody',
    '10.0.0.0/',
    '10.0.0.0/33',
    '999.0.0.1',
    '10.0.0.0/x',
    // Plain numbers and octal parts, in inet_aton notation.
    '1',
    '10/8',
    '010.0.0.0/8',
  ])('reject the list %s', (list) => {
    expect(() => trustedProxies(list)).toThrow(ConfigError);
  });
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:2:ffff::', '2001:db8:1:2'],
  ['2001:db8::1:2:3:4', '2001:db8:0:0'],
  ['2001:db8:1::4:5:6:7', '2001:db8:1:0'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  ['unknown', 'unknown'],
  ['10.1', '10.1'],
  ['010.0.0.1', '010.0.0.1'],
])('the address %s is in the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
