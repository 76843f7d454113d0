import type { Finding } from './mail-facts.ts';

export const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** Whether a host name or address is not reachable from outside. */
export const isLocal = (host: string) =>
  !host.includes('.') || /(^|\.)(localhost|local|test|internal|lan)$/.test(host) || /^[\d.]+$|^\[/.test(host);

/** Whether an address belongs to this machine or network. */
export const isNear = (address: string) =>
  /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd])/.test(address);

/** Returns instructions for requesting a DNS record from whoever runs the domain. */
export const askFor = (name: string, value: string, type = 'TXT') =>
  `Ask who runs your domain to add this line to the DNS: for the name ${name}, of type ${type}: ${value}`;

export const notKnown = (about: string, what: string): Finding => ({
  ...{ about, state: 'unknown', says: `The DNS could not be asked for ${what}.` },
  toDo: 'Try again later, or from another network.',
});
