import { BlockList, isIP } from 'node:net';
import { ConfigError } from '../config/config.ts';

const words: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Whether an address is one of a proxy that may say who asks and under which request id. `list`: addresses, ranges
 * (10.0.0.0/8) and the words `loopback` and `private`, with commas between them; an empty one trusts nobody. Throws a
 * `ConfigError` for what is none of these.
 */
export function trustedProxies(list: string): (address: string | undefined) => boolean {
  const known = new BlockList();
  const items = list.split(',').map((item) => item.trim());
  for (const range of items.filter(Boolean).flatMap((item) => words[item] ?? [item])) add(known, range);
  return (address = '') => {
    const family = familyOf(address);
    return family !== undefined && known.check(address, family);
  };
}

function add(known: BlockList, range: string): void {
  const [address = '', bits] = range.split('/');
  const family = familyOf(address);
  const most = family === 'ipv4' ? 32 : 128;
  const prefix = bits === undefined ? most : Number(bits);
  if (family === undefined || bits === '' || !Number.isInteger(prefix) || prefix < 0 || prefix > most)
    throw new ConfigError([`TRUSTED_PROXIES: "${range}" is no address, range, loopback or private`]);
  known.addSubnet(address, prefix, family);
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address);
  if (version === 0) return undefined;
  return version === 4 ? 'ipv4' : 'ipv6';
}
