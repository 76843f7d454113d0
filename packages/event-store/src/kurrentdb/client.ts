import { setTimeout as sleep } from 'node:timers/promises';
import { EventStoreDBClient } from '@eventstore/db-client';

/** Milliseconds to wait for the client to close; the client itself waits for every call it made. */
const closingTimeout = 2_000;

export type SharedClient = {
  /** Read this for each call: `renew` replaces it. */
  readonly current: EventStoreDBClient;
  /** Replaces a client that can't recover from a failed discovery, once for all the calls that failed on it. */
  renew(failed: EventStoreDBClient): void;
  close(): Promise<void>;
};

const open = new Map<string, { client: EventStoreDBClient; users: number }>();

/**
 * Returns this process's only client for an address; it connects on the first call. KurrentDB's client keeps the
 * pending appends of all its instances in one table, which a failure of any instance empties, so a process must not
 * have two. The last user's `close` closes the client. Throws for an invalid address, without repeating the password in
 * it.
 */
export function shareClient(url: string): SharedClient {
  const shared = open.get(url) ?? { client: createClient(url), users: 0 };
  open.set(url, shared);
  shared.users += 1;
  let isClosed = false;
  return {
    get current() {
      return shared.client;
    },
    renew(failed) {
      if (shared.client !== failed) return;
      // The old client is not disposed: its subscriptions would end silently.
      shared.client = createClient(url);
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      shared.users -= 1;
      if (shared.users > 0) return;
      open.delete(url);
      await Promise.race([shared.client.dispose(), sleep(closingTimeout, undefined, { ref: false })]);
    },
  };
}

/**
 * Milliseconds of silence before a connection is pinged, and to wait for the ping's answer; a silent connection is
 * replaced after both. The client's defaults of 10 s each are too long for a system that must recover within 10 s.
 */
const keepAlive = { keepAliveInterval: 2_000, keepAliveTimeout: 3_000 };

/** Returns the address with `keepAlive` added, except options that it already sets, in any accepted spelling. */
function withKeepAlive(url: string): string {
  const [address = '', query] = url.replace(/\/+$/, '').split(/\?(?!.*@)/);
  const said = query?.toLowerCase().replaceAll(/[-_]/g, '') ?? '';
  const missing = Object.entries(keepAlive).filter(([name]) => !said.includes(`${name.toLowerCase()}=`));
  const options = [
    ...missing.map(([name, milliseconds]) => `${name}=${milliseconds}`),
    ...(query ? [query] : []),
  ];
  return options.length > 0 ? `${address}?${options.join('&')}` : address;
}

function createClient(url: string): EventStoreDBClient {
  const { warn } = console;
  // The client warns about options that it ignores, and prints the whole address in the warning.
  console.warn = (text: string) => {
    if (text.includes(`KeepAliveInterval of ${keepAlive.keepAliveInterval} `)) return;
    warn(text.replace(/:\/\/[^@\n]*@/g, '://').replace(/\n *\^+/g, ''));
  };
  try {
    // The client only knows the database by its former name.
    return EventStoreDBClient.connectionString(withKeepAlive(url).replace(/^kurrentdb/, 'esdb'));
  } catch (error) {
    const isFile = error instanceof Error && error.message.startsWith('Failed to load certificate');
    throw new Error(
      isFile
        ? 'The certificate file named in this address does not exist'
        : 'The KurrentDB client cannot parse this address; is the password percent-encoded?',
    );
  } finally {
    console.warn = warn;
  }
}
