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
   * Resolves once a mail server has taken the message, or it lies in the outbox. Throws `MailRefused` where it never
   * will be taken, `MailDelayed` where a later attempt may get through.
   */
  send(message: Message, signal?: AbortSignal): Promise<void>;
  /** Removes the messages about this subject that are still kept here. */
  forget(subjectId: string): Promise<void>;
};

/** Nobody takes mail for this address. Says nothing of the address or of the server's words, which may name it. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** The mail server is away, busy or refuses us. Says no more than codes, for the words may name the address. */
export class MailDelayed extends Error {
  override readonly name = 'MailDelayed';
}

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

/** Nothing that nodemailer would read as a name, a comment, a list or another header. */
const bareAddress = /^[^\s\p{Cc}<>(),;:\\"[\]@]+@[^\s\p{Cc}<>(),;:\\"[\]@]+$/u;

/** The message as nodemailer takes it. Throws `MailRefused` where it is for anything but one bare address. */
export function compose(message: Message, from: Sender): SendMailOptions {
  if (!bareAddress.test(message.to)) throw new MailRefused('the address is no bare address');
  return {
    from: { name: from.name, address: from.address },
    to: { name: '', address: message.to },
    envelope: { from: from.address, to: [message.to] },
    subject: message.subject,
    text: message.text,
    html: message.html,
    // No reply of an absence, and none of a mailing list, is wanted.
    headers: { 'Auto-Submitted': 'auto-generated', ...message.headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
