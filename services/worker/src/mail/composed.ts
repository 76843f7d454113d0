import type { SendMailOptions } from 'nodemailer';
import type { Message } from './mailer.ts';
import type { Sender } from './sender.ts';

/** The message as nodemailer takes it. Addresses go in as parts, so that none is read as a list or as a name. */
export function compose(message: Message, from: Sender): SendMailOptions {
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
