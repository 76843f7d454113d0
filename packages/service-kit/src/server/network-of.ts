import { isIPv6 } from 'node:net';

/**
 * What one reader has of the network: an address of version 4, the first 64 bits of one of version 6 (the rest is the
 * reader's own to choose). What is no address stays as it is.
 */
export function networkOf(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [before = '', after] = address.split('::');
  const groups = before.split(':').filter(Boolean);
  if (after !== undefined) {
    const last = after.split(':').filter(Boolean);
    while (groups.length + last.length < 8) groups.push('0');
    groups.push(...last);
  }
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
