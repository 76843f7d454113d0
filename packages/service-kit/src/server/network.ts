import { BlockList, isIP, isIPv6 } from 'node:net';
import { ConfigError } from '../config/config.ts';

/**
 * Returns what one reader has of the network: an IPv4 address, or the first 64 bits of an IPv6 address (the rest is the
 * reader's own to choose). Returns any other text as it is.
 */
export function networkOf(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [before = '', after] = address.split('::');
  const groups = before.split(':').filter(Boolean);
  const last = after?.split(':').filter(Boolean) ?? [];
  if (after !== undefined) groups.push(...Array(8 - groups.length - last.length).fill('0'), ...last);
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

const ranges: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Returns whether an address is one of a proxy that may tell a request's client and id. `list`: addresses, ranges
 * (10.0.0.0/8), `loopback` and `private`, comma-separated; an empty one trusts nobody. Throws `ConfigError` for anything
 * else.
 */
export function trustedProxies(list: string): (address: string | undefined) => boolean {
  const known = new BlockList();
  const items = list.split(',').map((item) => item.trim());
  for (const range of items.filter(Boolean).flatMap((item) => ranges[item] ?? [item])) {
    const [address = '', bits] = range.split('/');
    const family = familyOf(address);
    const max = family === 'ipv4' ? 32 : 128;
    const prefix = bits === undefined ? max : Number(bits);
    if (family === undefined || bits === '' || !Number.isInteger(prefix) || prefix < 0 || prefix > max)
      throw new ConfigError([`TRUSTED_PROXIES: "${range}" is no address, range, loopback or private`]);
    known.addSubnet(address, prefix, family);
  }
  return (address = '') => {
    const family = familyOf(address);
    return family !== undefined && known.check(address, family);
  };
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : isIP(address) === 4 ? 'ipv4' : undefined);
