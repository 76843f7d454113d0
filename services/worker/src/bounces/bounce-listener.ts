import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { sleep } from '@journal/service-kit/async';
import type { FastifyBaseLogger } from 'fastify';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions } from 'smtp-server';
import type { BounceAddresses } from './bounce-address.ts';
import { readBounceReport } from './bounce-report.ts';
import { type BounceParts, takeBounce } from './bounces.ts';

export type BounceListenerParts = BounceParts & {
  readonly addresses: Pick<BounceAddresses, 'domain' | 'recipientOf'>;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
};

/** Bytes: an issue that is sent back whole, and what is said about it. */
const maxSize = 1_000_000;
const maxConnections = 20;
/** Milliseconds: of silence, of a whole connection, for those that are open when it is to stop, and until a port is tried again. */
const timeouts = { idle: 60_000, connection: 300_000, closing: 1_000, retry: 10_000 };
export type ListenerTimeouts = typeof timeouts;

const answer = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode });

/**
 * Returns a mail server that takes what comes back of the copies of mailings, and nothing else: recipients that it has not
 * made itself are refused before the text. Nothing of a text is kept or logged but its codes.
 */
export function createBounceListener(parts: BounceListenerParts, waits: ListenerTimeouts = timeouts) {
  const { addresses, log } = parts;

  const later = (err: unknown) => {
    log.warn({ err }, 'what came back of a mailing is not written down yet');
    return answer(451, 'Please try again later');
  };

  const server = new SMTPServer({
    // Else it greets with the name of the machine.
    name: addresses.domain,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: maxSize,
    rejectOversized: true,
    maxRecipients: 1,
    maxClients: maxConnections,
    socketTimeout: waits.idle,
    closeTimeout: waits.closing,
    onRcptTo({ address }, _session, done) {
      addresses.recipientOf(address).then(
        (recipient) => done(recipient ? null : answer(550, 'There is no such mailbox')),
        (error: unknown) => done(later(error)),
      );
    },
    onData(stream, { envelope }, done) {
      const [to] = envelope.rcptTo;
      take(stream, to?.address ?? '').then(
        () => done(),
        // Whoever has gone away hears no answer, and comes again.
        (error: Error) => done(stream.errored ? error : later(error)),
      );
    },
  } satisfies SMTPServerOptions);
  // A peer that goes away, or says what is no SMTP.
  server.on('error', () => {});

  async function take(stream: SMTPServerDataStream, address: string): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk as Buffer);
    if (stream.sizeExceeded) return;
    const [recipient, report] = await Promise.all([
      addresses.recipientOf(address),
      readBounceReport(Buffer.concat(chunks)),
    ]);
    if (recipient && report) await takeBounce(parts, recipient, report);
  }

  return {
    /**
     * Resolves with the port once it listens; 0: a free one. Tries again where the port is taken, as by another worker of this
     * machine, until the signal is aborted: then with undefined. `host` left out: on all addresses of the machine.
     */
    async listen(port: number, signal: AbortSignal, host?: string): Promise<number | undefined> {
      server.server.on('connection', (socket) => {
        const ending = setTimeout(() => socket.destroy(), waits.connection);
        socket.once('close', () => clearTimeout(ending));
      });
      for (let isTold = false; !signal.aborted; await sleep(waits.retry, signal))
        try {
          const listening = server.listen(port, host);
          await once(listening, 'listening', { signal });
          return (listening.address() as AddressInfo).port;
        } catch (err) {
          if (!isTold && !signal.aborted)
            log.warn({ err, port }, 'what comes back of mailings is not taken here');
          isTold = true;
        }
      return undefined;
    },
    /** Resolves once nobody is connected any more. */
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
