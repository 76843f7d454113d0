import type { KeyObject } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { SubjectForgotten, type Vault } from '@journal/events';
import { createPool, isUnreachable, listen, migrate } from '@journal/postgres';
import { createKeyCache } from './key-cache.ts';
import { createKeyTable, type KeyAnswer } from './key-table.ts';
import { vaultMigrations } from './vault.migrations.ts';

export type PostgresVaultOptions = {
  /** postgres://… */
  url: string;
  /** Wraps every key: 32 bytes in base64. During rotation several, comma-separated, each of which can unwrap. */
  masterKey: string;
  /** Name shown in pg_stat_activity. */
  applicationName?: string;
  /** Milliseconds for which cached keys may be used after the last query for forgotten subjects; default 750. */
  lease?: number;
  /** Called for each lost connection; connections are re-established automatically. */
  onConnectionLost?: (error: Error) => void;
};

const cachedKeys = 20_000;

/**
 * The vault in the schema `vault` of a Postgres database, created if missing. Throws `WrongMasterKey` if it was created
 * with another master key, `UnfinishedRestore` if a restore was interrupted, and also for an invalid address. While the
 * server is unreachable, each call tries again, and `check` reports it. The key of a forgotten subject leaves every
 * process by NOTIFY or, if the notification is lost, within a lease: cached keys are used only that long after the last
 * query for forgotten subjects, and not at all while this process can't listen.
 */
export async function createPostgresVault(options: PostgresVaultOptions): Promise<Vault> {
  const { masterKey, applicationName = 'journal vault', onConnectionLost = () => {} } = options;
  const pool = createPool(options.url, {
    applicationName,
    max: 4,
    queryTimeout: 5_000,
    onIdleError: onConnectionLost,
  });
  const table = createKeyTable(pool, masterKey);
  const make = shareStatements(table.make);
  const cache = createKeyCache(cachedKeys, options.lease ?? 750);
  let history = { since: '0' };
  let prepared: Promise<void> | undefined;

  /** A lost connection may also mean that the database was restored from a backup with lower sequence numbers. */
  const startOver = () => {
    cache.clear();
    history = { since: '0' };
  };
  const listener = listen({
    url: options.url,
    applicationName: `${applicationName} listener`,
    channels: ['vault_forgotten'],
    onNotification: (_channel, subject) => cache.drop(subject),
    onListening: startOver,
    onLost: (error) => {
      startOver();
      onConnectionLost(error);
    },
  });

  async function prepare() {
    await migrate(pool, 'vault', vaultMigrations);
    await table.claim();
  }

  function ready(): Promise<void> {
    prepared ??= prepare().catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    return prepared;
  }

  async function close() {
    await listener.close();
    cache.clear();
    if (!pool.ended) await pool.end();
  }

  async function lookUp(
    subjects: readonly string[],
    ask: (missing: readonly string[], since: string) => Promise<KeyAnswer>,
  ): Promise<Map<string, KeyObject>> {
    const found = new Map<string, KeyObject>();
    const missing: string[] = [];
    for (const subject of subjects) {
      const key = cache.get(subject);
      if (key) found.set(subject, key);
      else missing.push(subject);
    }
    if (missing.length === 0 && cache.leased) return found;

    await ready();
    const ticket = cache.ticket();
    const asked = history;
    const answer = await ask(missing, asked.since);
    // Concurrent callers may share the statement: a key of theirs that can't be unwrapped must not fail this call.
    const keys = table.unwrap(answer, missing);
    if (listener.listening) cache.keep(ticket, keys);
    for (const subject of answer.forgotten) {
      cache.drop(subject);
      found.delete(subject);
    }
    if (BigInt(answer.seq) > BigInt(asked.since)) asked.since = answer.seq;
    cache.renew(ticket);
    for (const [subject, key] of keys) found.set(subject, key);
    return found;
  }

  await ready().catch(async (error: unknown) => {
    if (isUnreachable(error)) return;
    await close();
    throw error;
  });

  return {
    async keysForSealing(subjects) {
      for (const subject of subjects) requireSubject(subject);
      const wanted = [...new Set(subjects)];
      const found = await lookUp(wanted, make);
      for (const subject of wanted) if (!found.has(subject)) throw new SubjectForgotten(subject);
      return found;
    },
    keysForOpening: (subjects) => lookUp(subjects, table.load),
    async forget(subject) {
      requireSubject(subject);
      await ready();
      await table.forget(subject);
      cache.drop(subject);
    },
    async check() {
      await ready();
      await table.check();
    },
    close,
  };
}

/** Milliseconds after which the next statement stops waiting for the previous one. */
const longestWait = 50;

/** A batch of subjects that waits for the previous statement. */
type Gathering = { readonly subjects: Set<string>; since: string; readonly answer: Promise<KeyAnswer> };

/**
 * Batches the requests of concurrent callers: while a statement is in flight, the next one collects further subjects,
 * so that a single commit creates the keys for all of them.
 */
function shareStatements(
  ask: (subjects: readonly string[], since: string) => Promise<KeyAnswer>,
): (subjects: readonly string[], since: string) => Promise<KeyAnswer> {
  let before: Promise<unknown> = Promise.resolve();
  let next: Gathering | undefined;

  function begin(since: string): Gathering {
    const subjects = new Set<string>();
    const answer = before.then(() => {
      next = undefined;
      return ask([...subjects], statement.since);
    });
    const statement: Gathering = { subjects, since, answer };
    before = Promise.race([answer.catch(() => undefined), pause(longestWait, undefined, { ref: false })]);
    return statement;
  }
  return (subjects, since) => {
    const statement = next ?? begin(since);
    next = statement;
    for (const subject of subjects) statement.subjects.add(subject);
    if (BigInt(since) < BigInt(statement.since)) statement.since = since;
    return statement.answer;
  };
}

/** Subjects appear in notifications and logs, so they must be short and must be IDs. */
function requireSubject(subject: string): void {
  if (!/^(?=.{1,200}$)[A-Za-z0-9:_-]+(\/[A-Za-z0-9:_-]+)?$/.test(subject))
    throw new Error(
      'A subject must be an id of at most 200 letters, digits, colons, underscores and hyphens, or two such ids separated by a slash',
    );
}
