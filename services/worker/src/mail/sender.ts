import { isIP } from 'node:net';

export type Sender = { readonly name: string; readonly address: string };

/**
 * Whom messages are from: what was chosen, an address or `Name <address>`, else `no-reply` at the journal's own host. A number is no host to send
 * from, and becomes `localhost`.
 */
export function senderOf(chosen: string | undefined, journalName: string, publicUrl: string): Sender {
  const [, name, address] = /^(.*)<(.*)>$/.exec(chosen ?? '') ?? [];
  if (address !== undefined) return { name: name?.trim() || journalName, address };
  if (chosen !== undefined) return { name: journalName, address: chosen };
  const { hostname } = new URL(publicUrl);
  const isNumber = hostname.startsWith('[') || isIP(hostname) !== 0;
  return { name: journalName, address: `no-reply@${isNumber ? 'localhost' : hostname}` };
}
