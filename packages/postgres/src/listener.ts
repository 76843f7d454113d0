import { createBackoff } from '@journal/service-kit/async';
import pg from 'pg';
import { endClient } from './end-client.ts';

export type ListenerOptions = {
  url: string;
  applicationName: string;
  channels: readonly string[];
  onNotification: (channel: string, payload: string) => void;
  /** After each time LISTEN is in force, the first included. Whatever was said before may have been missed. */
  onListening?: () => void;
  /** After the connection is lost; reconnecting is under way. */
  onLost?: (error: Error) => void;
  /** Milliseconds between two questions for a sign of life, and for their answer; default 5,000. */
  signOfLife?: number;
};

export type Listener = {
  readonly listening: boolean;
  close(): Promise<void>;
};

/**
 * Listens on a connection of its own, which it asks for a sign of life every 5 s, and comes back by itself, with
 * back-off up to 2 s. NOTIFY is a wake-up, not a delivery: what was notified while the connection was down is lost,
 * so treat `onListening` as "look again".
 */
export function listen(options: ListenerOptions): Listener {
  const { signOfLife = 5_000 } = options;
  const closing = new AbortController();
  const backoff = createBackoff();
  let client: pg.Client | undefined;
  let listening = false;
  let asking: NodeJS.Timeout | undefined;

  function lost(from: pg.Client, error: Error) {
    if (client !== from) return;
    client = undefined;
    listening = false;
    clearInterval(asking);
    void endClient(from);
    options.onLost?.(error);
    void connectLater();
  }

  async function connectLater(): Promise<void> {
    await backoff.wait(closing.signal);
    if (!closing.signal.aborted) await connect();
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: options.url,
      application_name: options.applicationName,
      connectionTimeoutMillis: 5_000,
      query_timeout: signOfLife,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    client = next;
    next.on('error', (error) => lost(next, error));
    next.on('end', () => lost(next, new Error('The connection was closed')));
    next.on('notification', (message) => options.onNotification(message.channel, message.payload ?? ''));
    try {
      await next.connect();
      for (const channel of options.channels) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      if (client !== next) return;
      listening = true;
      backoff.reset();
      asking = setInterval(
        () => next.query('select 1').catch((error: Error) => lost(next, error)),
        signOfLife,
      );
      asking.unref();
      options.onListening?.();
    } catch (error) {
      lost(next, error instanceof Error ? error : new Error(String(error)));
    }
  }

  void connect();
  return {
    get listening() {
      return listening;
    },
    async close() {
      closing.abort();
      clearInterval(asking);
      const open = client;
      client = undefined;
      listening = false;
      if (open) await endClient(open);
    },
  };
}
