import { Readable } from 'node:stream';
import type { SMTPEnvelope } from 'nodemailer/lib/smtp-connection';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Mailer, Message, RawMessage } from '../mail/mailer.ts';
import { smtpSettings } from '../mail/smtp.ts';
import { type DeliveryOutcome, outcomeOf, type SmtpFailure } from './delivery-outcome.ts';

/** Sends copies sequentially. */
export type DeliveryLane = {
  /**
   * Resolves with the outcome; never rejects. Stops waiting once the signal is aborted; the outcome is then uncertain
   * if the text was already being sent.
   */
  deliver(message: Message, signal: AbortSignal): Promise<DeliveryOutcome>;
  /** Ends the SMTP session (QUIT). */
  close(): void;
};

/** Timeouts in milliseconds, per RFC 5321, 4.5.3.2: with shorter ones, accepted messages would be sent again. */
const defaultTimeouts = { connect: 300_000, greeting: 300_000, idle: 600_000 };
export type LaneTimeouts = typeof defaultTimeouts;

/** Returns a lane with one connection, which is opened for the first copy, kept, and reopened if it is lost. */
export function createSmtpLane(
  url: string,
  write: (message: Message) => Promise<RawMessage>,
  timeouts: LaneTimeouts = defaultTimeouts,
): DeliveryLane {
  const { auth, ...server } = smtpSettings(url);
  let open: SMTPConnection | undefined;

  async function connect(): Promise<SMTPConnection> {
    if (open && !open.destroyed) return open;
    const connection = new SMTPConnection({
      ...server,
      connectionTimeout: timeouts.connect,
      greetingTimeout: timeouts.greeting,
      socketTimeout: timeouts.idle,
    });
    open = connection;
    // Errors are handled per command; an error event without a listener would end the process.
    connection.on('error', () => {});
    await runCommand(connection, (done) => connection.connect(done));
    if (auth)
      await runCommand(connection, (done) => connection.login(auth, done)).catch((error: unknown) => {
        // Left open, it would be used for the next copy without a login.
        connection.close();
        throw error;
      });
    return connection;
  }

  async function send({ from, to, bytes, dsn }: RawMessage, signal: AbortSignal): Promise<DeliveryOutcome> {
    let isTextSent = false;
    const aborted = Promise.withResolvers<DeliveryOutcome>();
    const abort = () => aborted.resolve(outcomeOf({ code: 'stopped' }, isTextSent));
    signal.addEventListener('abort', abort, { once: true });
    try {
      const sending = (async (): Promise<DeliveryOutcome> => {
        const connection = await connect();
        // The text is read only after the server has accepted the envelope.
        const text = new Readable({
          read() {
            isTextSent = true;
            this.push(bytes);
            this.push(null);
          },
        });
        const envelope: SMTPEnvelope = { from, to: [to], size: bytes.length, dsn };
        const response = await new Promise<string>((resolve, reject) =>
          connection.send(envelope, text, (error, info) => (error ? reject(error) : resolve(info.response))),
        );
        return { kind: 'accepted', smtpCode: response.slice(0, 3) };
      })().catch((error: unknown) => outcomeOf(error as SmtpFailure, isTextSent));
      const outcome = await Promise.race([sending, aborted.promise]);
      if (outcome.kind !== 'accepted') await resetSession(signal);
      return outcome;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** Resets the session for the next copy: after a refusal, the server still waits for the rest of the transaction. */
  async function resetSession(signal: AbortSignal): Promise<void> {
    const connection = open;
    if (!connection || connection.destroyed) return;
    const isReset =
      !signal.aborted &&
      (await runCommand(connection, (done) => connection.reset(done)).then(
        () => true,
        () => false,
      ));
    if (!isReset) connection.close();
  }

  return {
    async deliver(message, signal) {
      try {
        return await send(await write(message), signal);
      } catch (error) {
        // Composing the message failed because its address is invalid.
        return outcomeOf(
          error instanceof Error && error.name === 'MailRefused' ? { code: 'EENVELOPE' } : {},
          false,
        );
      }
    },
    close() {
      if (open && !open.destroyed) open.quit();
    },
  };
}

/** Resolves when `start` calls back; rejects if the connection ends before that. */
function runCommand(
  connection: SMTPConnection,
  start: (done: (error?: unknown) => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: unknown) => {
      connection.off('error', settle);
      connection.off('end', lost);
      if (error) reject(error);
      else resolve();
    };
    const lost = () => settle(Object.assign(new Error('connection closed'), { code: 'ECONNECTION' }));
    connection.on('error', settle);
    connection.on('end', lost);
    start(settle);
  });
}

/** Returns a lane that writes copies to the outbox, where a journal without a mail server keeps its messages. */
export function createOutboxLane(outbox: Pick<Mailer, 'send'>): DeliveryLane {
  return {
    async deliver(message) {
      try {
        await outbox.send(message);
        return { kind: 'accepted', smtpCode: '250' };
      } catch (error) {
        if (error instanceof Error && error.name === 'MailRefused')
          return outcomeOf({ code: 'EENVELOPE' }, false);
        return { kind: 'failed', reason: 'the outbox cannot be written', isBusy: false };
      }
    },
    close() {},
  };
}
