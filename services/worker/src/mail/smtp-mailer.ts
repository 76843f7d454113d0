import { createTransport } from 'nodemailer';
import { compose, MailDelayed, type Mailer, MailRefused, type Sender } from './mailer.ts';

export type SmtpOptions = {
  /** smtp(s)://[user:password@]host[:port], user and password percent-encoded. */
  readonly url: string;
  readonly from: Sender;
  /** Milliseconds to connect, to be greeted, and of silence; default 10,000, 10,000 and 20,000. */
  readonly patience?: { readonly connect: number; readonly greeting: number; readonly silence: number };
};

/**
 * Sends by a mail server: on smtps:// encrypted from the start, on smtp:// as soon as the server offers it, and with a
 * password never otherwise, unless the server is on this machine.
 */
export function createSmtpMailer({ url, from, patience }: SmtpOptions): Mailer {
  const { username, hostname, protocol } = new URL(url);
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  const transport = createTransport({
    url,
    requireTLS: protocol === 'smtp:' && username !== '' && !isHere,
    connectionTimeout: patience?.connect ?? 10_000,
    dnsTimeout: patience?.connect ?? 10_000,
    greetingTimeout: patience?.greeting ?? 10_000,
    socketTimeout: patience?.silence ?? 20_000,
  });
  return {
    async send(message, signal) {
      signal?.throwIfAborted();
      const sending = transport.sendMail(compose(message, from)).catch((error: unknown) => {
        throw failureOf(error);
      });
      await unlessAborted(sending, signal);
    },
    async forget() {},
  };
}

/** The conversation can't be broken off; it ends with the process, or by its own patience. */
async function unlessAborted(sending: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return void (await sending);
  const aborted = Promise.withResolvers<never>();
  const give = () => aborted.reject(new MailDelayed('stopped while the message was on its way'));
  signal.addEventListener('abort', give, { once: true });
  await Promise.race([sending, aborted.promise]).finally(() => signal.removeEventListener('abort', give));
}

type SmtpError = { code?: unknown; responseCode?: unknown; command?: unknown };

/** A 5xx to the recipient or the text is the server's last word; to anything else it is ours to mend. */
function failureOf(error: unknown): Error {
  const { code, responseCode, command } = (typeof error === 'object' ? error : {}) as SmtpError;
  const said = [code, responseCode, command].filter((part) => part !== undefined && part !== '').join(' ');
  const isLastWord = typeof responseCode === 'number' && responseCode >= 500;
  const isAboutMessage = command === 'RCPT TO' || command === 'DATA';
  const isNoAddress = code === 'EENVELOPE' && responseCode === undefined;
  return (isLastWord && isAboutMessage) || isNoAddress ? new MailRefused(said) : new MailDelayed(said);
}
