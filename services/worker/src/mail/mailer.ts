import { isIP } from 'node:net';
import type { SendMailOptions } from 'nodemailer';

/** A message to one person. */
export type Message = {
  /** What it is about: small letters and dashes. */
  readonly kind: string;
  /** Whom it is about: letters, digits, dashes and underscores; never the address. */
  readonly subjectId: string;
  /** The bare address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Further headers, such as those by which one unsubscribes. */
  readonly headers?: Readonly<Record<string, string>>;
};

export type Mailer = {
  /**
   * Resolves once a mail server has accepted the message, or it is in the outbox. Throws `MailRefused` where it never
   * will be accepted, `MailDelayed` where a later attempt may succeed.
   */
  send(message: Message, signal?: AbortSignal): Promise<void>;
  /** Removes the stored messages about this subject. */
  forget(subjectId: string): Promise<void>;
};

/** The recipient or the message was rejected for good. The error contains codes only: the server's text may hold the address. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** The mail server is unavailable, busy or rejects the sender. The error contains codes only, as above. */
export class MailDelayed extends Error {
  override readonly name = 'MailDelayed';
}

export type Sender = { readonly name: string; readonly address: string };

/**
 * Returns the sender: the configured one, an address or `Name <address>`, else `no-reply` at the journal's own host. An IP
 * address is no host to send from, and becomes `localhost`.
 */
export function senderOf(chosen: string | undefined, journalName: string, publicUrl: string): Sender {
  const [, name, address] = /^(.*)<(.*)>$/.exec(chosen ?? '') ?? [];
  if (address !== undefined) return { name: name?.trim() || journalName, address };
  if (chosen !== undefined) return { name: journalName, address: chosen };
  const { hostname } = new URL(publicUrl);
  const isNumber = hostname.startsWith('[') || isIP(hostname) !== 0;
  return { name: journalName, address: `no-reply@${isNumber ? 'localhost' : hostname}` };
}

/** Without anything that nodemailer would parse as a name, a comment, a list or another header. */
const bareAddress = /^[^\s\p{Cc}<>(),;:\\"[\]@]+@[^\s\p{Cc}<>(),;:\\"[\]@]+$/u;

/** Returns the message as nodemailer takes it. Throws `MailRefused` where `to` is anything but one bare address. */
export function compose(message: Message, from: Sender): SendMailOptions {
  if (!bareAddress.test(message.to)) throw new MailRefused('the address is no bare address');
  return {
    from: { name: from.name, address: from.address },
    to: { name: '', address: message.to },
    envelope: { from: from.address, to: [message.to] },
    subject: message.subject,
    text: message.text,
    html: message.html,
    // Asks for no automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated', ...message.headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
