import type { Finding } from './mail-facts.ts';

export const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** Whether a host name or address is not reachable from outside. */
export const isLocal = (host: string) =>
  !host.includes('.') || /(^|\.)(localhost|local|test|internal|lan)$/.test(host) || /^[\d.]+$|^\[/.test(host);

/** Whether an address belongs to this machine or network. */
export const isNear = (address: string) =>
  /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd])/.test(address);

/** Returns instructions for requesting a DNS record from the domain's administrator. */
export const askFor = (name: string, value: string, type = 'TXT') =>
  `Ask the administrator of your domain to add this DNS record: name ${name}, type ${type}, value ${value}`;

export const notKnown = (about: string, what: string): Finding => ({
  ...{ about, state: 'unknown', says: `The DNS query for ${what} failed.` },
  toDo: 'Try again later, or from another network.',
});
