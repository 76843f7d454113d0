import { createTransport } from 'nodemailer';
import type { SMTPTransportOptions } from 'nodemailer/lib/smtp-transport';

/**
 * Returns the connection settings for a mail server's URL, smtp(s)://[user:password@]host[:port], with percent-encoded
 * user and password. smtps:// is encrypted from the start, smtp:// as soon as the server offers it. A password is sent
 * unencrypted only to a server on this machine.
 */
export function smtpSettings(url: string): SMTPTransportOptions {
  const { username, hostname, protocol } = new URL(url);
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  const requireTLS = protocol === 'smtp:' && username !== '' && !isLocal;
  return createTransport({ url, requireTLS }).options;
}
