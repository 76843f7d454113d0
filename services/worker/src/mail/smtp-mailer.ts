import { abortable } from '@journal/service-kit/async';
import { createTransport } from 'nodemailer';
import { compose, MailDelayed, type Mailer, MailRefused, type Sender } from './mailer.ts';

export type SmtpOptions = {
  /** smtp(s)://[user:password@]host[:port], user and password percent-encoded. */
  readonly url: string;
  readonly from: Sender;
  /** Milliseconds to connect, to be greeted, and without an answer. */
  readonly timeouts?: { readonly connect: number; readonly greeting: number; readonly idle: number };
};

const defaultTimeouts = { connect: 10_000, greeting: 10_000, idle: 20_000 };

/**
 * Sends by a mail server: encrypted from the start on smtps://, on smtp:// as soon as the server offers it. Sends a
 * password unencrypted only to a server on this machine.
 */
export function createSmtpMailer({ url, from, timeouts = defaultTimeouts }: SmtpOptions): Mailer {
  const { username, hostname, protocol } = new URL(url);
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  const transport = createTransport({
    url,
    requireTLS: protocol === 'smtp:' && username !== '' && !isLocal,
    connectionTimeout: timeouts.connect,
    dnsTimeout: timeouts.connect,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.idle,
  });
  return {
    async send(message, signal) {
      signal?.throwIfAborted();
      const mail = compose(message, from);
      try {
        // A conversation with the server can't be cancelled; it ends with the process, or by its own timeouts.
        await abortable(transport.sendMail(mail), signal);
      } catch (error) {
        throw signal?.aborted
          ? new MailDelayed('stopped while the message was on its way')
          : failureOf(error);
      }
    },
    async forget() {},
  };
}

type SmtpError = { code?: unknown; responseCode?: unknown; command?: unknown };

/** A 5xx about the recipient or the text is final; about anything else it is ours to mend. */
function failureOf(error: unknown): Error {
  const { code, responseCode, command } = (typeof error === 'object' ? error : {}) as SmtpError;
  const said = [code, responseCode, command].filter((part) => part !== undefined && part !== '').join(' ');
  const isFinal = typeof responseCode === 'number' && responseCode >= 500;
  const isAboutMessage = command === 'RCPT TO' || command === 'DATA';
  const isNoAddress = code === 'EENVELOPE' && responseCode === undefined;
  return (isFinal && isAboutMessage) || isNoAddress ? new MailRefused(said) : new MailDelayed(said);
}
