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
};

export type Listener = {
  readonly listening: boolean;
  close(): Promise<void>;
};

const firstDelay = 50;
const longestDelay = 2_000;
const signOfLifeEvery = 5_000;
const queryTimeout = 5_000;

/**
 * Listens on a connection of its own, which it asks for a sign of life every 5 s, and comes back by itself, with back-off
 * up to 2 s. NOTIFY is a wake-up,
 * not a delivery: what was notified while the connection was down is lost, so treat `onListening` as "look again".
 */
export function listen(options: ListenerOptions): Listener {
  let client: pg.Client | undefined;
  let listening = false;
  let closed = false;
  let delay = firstDelay;
  let timer: NodeJS.Timeout | undefined;
  let signOfLife: NodeJS.Timeout | undefined;

  function lost(from: pg.Client, error: Error) {
    if (client !== from) return;
    client = undefined;
    listening = false;
    clearInterval(signOfLife);
    void endClient(from);
    if (closed) return;
    options.onLost?.(error);
    timer = setTimeout(() => void connect(), delay);
    delay = Math.min(delay * 2, longestDelay);
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: options.url,
      application_name: options.applicationName,
      connectionTimeoutMillis: 5_000,
      query_timeout: queryTimeout,
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
      delay = firstDelay;
      signOfLife = setInterval(
        () => next.query('select 1').catch((error: Error) => lost(next, error)),
        signOfLifeEvery,
      );
      signOfLife.unref();
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
      closed = true;
      clearTimeout(timer);
      clearInterval(signOfLife);
      const open = client;
      client = undefined;
      listening = false;
      if (open) await endClient(open);
    },
  };
}
