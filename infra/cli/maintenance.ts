// Commands that access the engines directly. The libraries they need are loaded for no other command.
import { setTimeout as sleep } from 'node:timers/promises';
import { openEventStore, StoreUnavailable } from '@journal/event-store';
import { createPool, isUndefinedTable, isUnreachable } from '@journal/postgres';
import {
  accountsModel,
  articlesModel,
  auditModel,
  commentsModel,
  concernsModel,
  invitationsModel,
  mailingsModel,
  newsletterModel,
  passkeysModel,
  type ReadModel,
  type Rebuilds,
  readRebuilds,
  requestRebuild,
  schemaOf,
  sessionsModel,
  submissionsModel,
  wordsModel,
} from '@journal/read-models';
import { meilisearchModel, searchModel } from '@journal/search';
import { readLogKey, WrongMasterKey } from '@journal/vault';
import { type LogFault, verifyLog } from '@journal/worker';
import type pg from 'pg';
import { databaseAddress, engineAddresses } from './engine-addresses.ts';
import type { Rebuildable } from './invocation.ts';
import { CommandError, messageOf, readSettings, type Terminal } from './terminal.ts';

const words: Readonly<Record<LogFault['kind'], string>> = {
  changed: 'changed',
  removed: 'removed',
  inserted: 'inserted',
  'not-ours': 'not written by the journal',
  'ledger-changed': 'its ledger entry was changed, or the preceding entry is missing',
};

/**
 * Writes every mismatch between log and ledger, and the ledger's head, to the output. Resolves with whether there is
 * none.
 */
export async function verifyAudit(
  { since }: { since?: { position: string; chain: string } },
  { environment, output, messages }: Terminal,
): Promise<boolean> {
  const open = new AsyncDisposableStack();
  try {
    const found = await verifyLog({
      ...(await openEngines(environment, open)),
      ...(since ? { since } : {}),
      onFault: ({ kind, stream, revision, position }) =>
        output.write(`${stream} revision ${revision}, position ${position}: ${words[kind]}\n`),
    }).catch((cause: unknown) => {
      if (isUndefinedTable(cause))
        throw new CommandError('There is no ledger yet: start a worker, which creates it.', { cause });
      if (!(cause instanceof StoreUnavailable || isUnreachable(cause))) throw cause;
      const failure = `${messageOf(cause)}. The log was not verified to its end: run the command again.`;
      throw new CommandError(failure, { cause });
    });
    if (found.unmarked > 0)
      messages.write(
        `${found.unmarked} events are older than the marks that identify the journal's own events.\n`,
      );
    if (found.unwitnessed > 0)
      messages.write(`${found.unwitnessed} events at the end are not in the ledger yet.\n`);
    messages.write(
      found.faults === 0
        ? `${found.events} events, and all of them unchanged.\n`
        : `${found.events} events, and ${found.faults === 1 ? '1 fault' : `${found.faults} faults`}.\n`,
    );
    if (found.events === 0 && found.faults > 0)
      messages.write('The log is empty: does EVENT_STORE_URL point to the log of this journal?\n');
    if (found.head) {
      messages.write(
        'Keep this head elsewhere and pass it to --since: a rewritten ledger does not contain it:\n',
      );
      output.write(`${found.head.position}:${found.head.chain}\n`);
    }
    return found.faults === 0;
  } finally {
    await open.disposeAsync();
  }
}

/**
 * Opens the log, its ledger and the key to both, from the environment or DATA_DIR; `open` closes them. Creates nothing
 * in any of them.
 */
async function openEngines(environment: Terminal['environment'], open: AsyncDisposableStack) {
  const { file, secret } = await readSettings(environment);
  const masterKey = secret('MASTER_KEY');
  if (!masterKey) throw new CommandError(`MASTER_KEY is not set, and ${file} has none.`);
  const addressOf = await engineAddresses(environment, ['EVENT_STORE_URL', 'DATABASE_URL', 'MASTER_KEY']);
  const applicationName = 'journal audit verify';
  const [log, database] = [await addressOf('EVENT_STORE_URL'), await addressOf('DATABASE_URL')];
  const logKey = await readLogKey({ url: await addressOf('VAULT_URL'), masterKey, applicationName }).catch(
    (cause: Error) => {
      if (cause instanceof WrongMasterKey)
        throw new CommandError('MASTER_KEY does not match this journal: set the key that it runs with.', {
          cause,
        });
      throw isUndefinedTable(cause)
        ? new CommandError(noJournal('VAULT_URL or DATABASE_URL'), { cause })
        : cause;
    },
  );
  if (!logKey) throw new CommandError(noJournal('VAULT_URL or DATABASE_URL'));
  const store = await openEventStore(log, { applicationName, isReader: true });
  open.defer(() => store.close());
  await store.head().catch((cause: unknown) => {
    throw isUndefinedTable(cause) ? new CommandError(noJournal('EVENT_STORE_URL'), { cause }) : cause;
  });
  const pool = createPool(database, { applicationName });
  open.defer(() => pool.end());
  return { store, pool, logKey: async () => logKey };
}

const noJournal = (variable: string) => `There is no journal at ${variable}.`;

/** The read models by name. Search has one for each of its two engines; its worker knows which of them it uses. */
const models: Readonly<Record<Rebuildable, readonly ReadModel[]>> = {
  articles: [articlesModel],
  accounts: [accountsModel],
  sessions: [sessionsModel],
  passkeys: [passkeysModel],
  invitations: [invitationsModel],
  concerns: [concernsModel],
  mailings: [mailingsModel],
  newsletter: [newsletterModel],
  submissions: [submissionsModel],
  comments: [commentsModel],
  audit: [auditModel],
  words: [wordsModel],
  search: [searchModel, meilisearchModel],
};
const pollInterval = 100;
const messageInterval = 10_000;

/**
 * Requests a rebuild of a read model from the leading worker, and reports how long it took. Waits without a timeout:
 * the request stays until a leader has completed it. Rejects with `CommandError` if no worker ever led the read model.
 */
export async function rebuild(name: Rebuildable, { environment, messages }: Terminal): Promise<void> {
  const pool = createPool(await databaseAddress(environment), { applicationName: 'journal rebuild', max: 1 });
  try {
    const requests = await requestAll(pool, models[name].map(schemaOf));
    if (requests.size === 0) throw new CommandError(`No worker has led ${name} yet: start one.`);
    const longest = name === 'search' ? 5 : 30;
    messages.write(`Requested. The worker that leads ${name} will start within ${longest} seconds.\n`);
    const { documents, milliseconds } = await untilDone(pool, requests, messages);
    const seconds = (milliseconds / 1_000).toFixed(1);
    const made = name === 'search' ? `${documents} documents` : `${documents} events applied`;
    messages.write(`Done: ${name} was rebuilt in ${seconds} s (${made}).\n`);
  } finally {
    await pool.end();
  }
}

const undefinedColumn = '42703';

/** Resolves with the request numbers by schema; empty if no worker ever led it, or only one too old to rebuild. */
async function requestAll(pool: pg.Pool, schemas: readonly string[]): Promise<Map<string, number>> {
  const requests = new Map<string, number>();
  try {
    for (const schema of schemas) {
      const request = await requestRebuild(pool, schema);
      if (request !== undefined) requests.set(schema, request);
    }
  } catch (error) {
    if (!isUndefinedTable(error) && (error as { code?: string }).code !== undefinedColumn) throw error;
  }
  return requests;
}

async function untilDone(
  pool: pg.Pool,
  requests: ReadonlyMap<string, number>,
  messages: Terminal['messages'],
): Promise<NonNullable<Rebuilds['last']>> {
  for (let waited = 0; ; waited += pollInterval) {
    for (const [schema, request] of requests) {
      const rebuilds = await readRebuilds(pool, schema);
      if (!rebuilds || rebuilds.wanted < request)
        throw new CommandError(`${schema} was dropped meanwhile and is being rebuilt automatically.`);
      if (rebuilds.done >= request && rebuilds.last) return rebuilds.last;
    }
    if (waited > 0 && waited % messageInterval === 0)
      messages.write(
        'Still waiting. "journal status" shows the state of the worker; the request stays pending.\n',
      );
    await sleep(pollInterval);
  }
}
