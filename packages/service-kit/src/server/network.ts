import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { ConfigError } from '../config/config.ts';

/**
 * Returns the part of the address that identifies a reader's network: an IPv4 address, or the first 64 bits of an IPv6
 * address (readers choose the rest themselves). Returns any other text unchanged.
 */
export function networkOf(address: string): string {
  if (!isAddress(address)) return address;
  const parsed = ipaddr.process(address);
  if (!('parts' in parsed)) return parsed.toString();
  return parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}

/**
 * Whether a request has more than one Host header. Node uses the first, while a proxy in front may have used the last,
 * so such a request must be rejected (RFC 9112, 3.2).
 */
export function hasTwoHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  const isHost = (text: string, index: number) => index % 2 === 0 && /^host$/i.test(text);
  return rawHeaders.findIndex(isHost) !== rawHeaders.findLastIndex(isHost);
}

const ranges: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Returns a function that returns whether an address belongs to a proxy trusted to forward a request's client address
 * and ID. `list`: addresses, ranges (10.0.0.0/8), `loopback` and `private`, comma-separated; an empty list trusts no
 * address. Throws `ConfigError` for anything else.
 */
export function trustedProxies(list: string): (address: string | undefined) => boolean {
  const items = list.split(',').map((item) => item.trim());
  const known = items.filter(Boolean).flatMap((item) => (ranges[item] ?? [item]).map(parseRange));
  return (address = '') =>
    isAddress(address) && ipaddr.subnetMatch(ipaddr.process(address), { known }) === 'known';
}

/** Whether a text is an address in modern notation: the library alone would also accept `1` and `010.0.0.1`. */
const isAddress = (text: string): boolean => isIP(text) !== 0 && ipaddr.isValid(text);

function parseRange(range: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  try {
    if (!isAddress(range.split('/', 1)[0] ?? '')) throw new Error('not an address');
    if (range.includes('/')) return ipaddr.parseCIDR(range);
    const address = ipaddr.parse(range);
    return [address, 8 * address.toByteArray().length];
  } catch {
    throw new ConfigError([
      `TRUSTED_PROXIES: "${range}" is not an address, a range, "loopback" or "private"`,
    ]);
  }
}
