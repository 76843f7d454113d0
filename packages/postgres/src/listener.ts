import { createBackoff } from '@journal/service-kit/async';
import pg from 'pg';

export type ListenerOptions = {
  url: string;
  applicationName: string;
  channels: readonly string[];
  onNotification: (channel: string, payload: string) => void;
  /** Called each time LISTEN takes effect, including the first. Earlier notifications may have been missed. */
  onListening?: () => void;
  /** Called when the connection is lost; it reconnects automatically. */
  onLost?: (error: Error) => void;
  /** Interval between heartbeats, and timeout for each, in milliseconds; default 10,000. */
  heartbeat?: number;
};

/**
 * Listens on a dedicated connection with a heartbeat, and reconnects automatically with backoff up to 2 s. NOTIFY is a
 * wake-up, not a delivery: notifications during an outage are lost, so treat `onListening` as "read again".
 */
export function listen(options: ListenerOptions) {
  const { heartbeat = 10_000 } = options;
  const closing = new AbortController();
  const backoff = createBackoff();
  let client: pg.Client | undefined;
  let listening = false;
  let heartbeats: NodeJS.Timeout | undefined;

  function lost(from: pg.Client, error: Error) {
    if (client !== from) return;
    client = undefined;
    listening = false;
    clearInterval(heartbeats);
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
      query_timeout: heartbeat,
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
      heartbeats = setInterval(
        () => next.query('select 1').catch((error: Error) => lost(next, error)),
        heartbeat,
      );
      heartbeats.unref();
      options.onListening?.();
    } catch (error) {
      lost(next, error instanceof Error ? error : new Error(String(error)));
    }
  }

  void connect();
  return {
    get listening(): boolean {
      return listening;
    },
    async close(): Promise<void> {
      closing.abort();
      clearInterval(heartbeats);
      const open = client;
      client = undefined;
      listening = false;
      if (open) await endClient(open);
    },
  };
}

export type Listener = ReturnType<typeof listen>;

interface Inside {
  _connected: boolean;
  connection: { stream: { destroy(): void } };
}

/** Closes a connection, by force if the server does not respond within `timeout` milliseconds. Never rejects. */
export async function endClient(client: pg.Client, timeout = 500): Promise<void> {
  const { connection, _connected: isSignedOn } = client as unknown as Inside;
  // Closing gracefully while the server waits for the password would make it log an error.
  if (!isSignedOn) connection.stream.destroy();
  const force = setTimeout(() => connection.stream.destroy(), timeout);
  await client.end().catch(() => undefined);
  clearTimeout(force);
}
