import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { sleep } from '@journal/service-kit/async';
import type { FastifyBaseLogger } from 'fastify';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions } from 'smtp-server';
import type { BounceAddresses } from './bounce-address.ts';
import { readBounceReport } from './bounce-report.ts';
import { type BounceParts, handleBounce } from './bounces.ts';

export type BounceListenerParts = BounceParts & {
  readonly addresses: Pick<BounceAddresses, 'domain' | 'recipientOf'>;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
};

/** Maximum message size in bytes: enough for a complete returned issue with the report about it. */
const maxSize = 1_000_000;
const maxConnections = 20;
/** Milliseconds: idle time and total time of a connection, grace period for open ones on close, port retry interval. */
const timeouts = { idle: 60_000, connection: 300_000, closing: 1_000, retry: 10_000 };
export type ListenerTimeouts = typeof timeouts;

const answer = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode });

/**
 * Returns a mail server that accepts only bounces and complaints about the copies of mailings: recipients that are not
 * valid bounce addresses are refused before the text. Only the codes in a text are stored or logged.
 */
export function createBounceListener(parts: BounceListenerParts, waits: ListenerTimeouts = timeouts) {
  const { addresses, log } = parts;

  const retryLater = (err: unknown) => {
    log.warn({ err }, 'bounce not recorded yet');
    return answer(451, 'Please try again later');
  };

  const server = new SMTPServer({
    // By default the greeting contains the host name of the machine.
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
        (recipient) => done(recipient ? null : answer(550, 'No such mailbox')),
        (error: unknown) => done(retryLater(error)),
      );
    },
    onData(stream, { envelope }, done) {
      const [to] = envelope.rcptTo;
      take(stream, to?.address ?? '').then(
        () => done(),
        // A client that has disconnected gets no answer and will retry.
        (error: Error) => done(stream.errored ? error : retryLater(error)),
      );
    },
  } satisfies SMTPServerOptions);
  // Peers that disconnect or don't speak SMTP.
  server.on('error', () => {});

  async function take(stream: SMTPServerDataStream, address: string): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk as Buffer);
    if (stream.sizeExceeded) return;
    const [recipient, report] = await Promise.all([
      addresses.recipientOf(address),
      readBounceReport(Buffer.concat(chunks)),
    ]);
    if (recipient && report) await handleBounce(parts, recipient, report);
  }

  return {
    /**
     * Resolves with the port once it listens; 0 chooses a free one. Retries if the port is in use, for example by
     * another worker on this machine; resolves with undefined once the signal is aborted. Default `host`: all
     * addresses.
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
            log.warn({ err, port }, 'bounce listener could not listen, retrying');
          isTold = true;
        }
      return undefined;
    },
    /** Stops listening. Resolves once all connections have ended. */
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
