import type { SendMailOptions } from 'nodemailer';
import { MailRefused, type Message } from './mailer.ts';
import type { Sender } from './sender.ts';

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
