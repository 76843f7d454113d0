import type { Finding } from './mail-facts.ts';

/** Returns instructions for requesting a DNS record from the domain's administrator. */
export const dnsRecordInstructions = (name: string, value: string, type = 'TXT') =>
  `Ask the administrator of your domain to add this DNS record: name ${name}, type ${type}, value ${value}`;

export const lookupFailed = (about: string, what: string): Finding => ({
  ...{ about, state: 'unknown', says: `The DNS query for ${what} failed.` },
  toDo: 'Try again later, or from another network.',
});
