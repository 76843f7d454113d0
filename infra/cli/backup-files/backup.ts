import { mkdtemp, rename, rm } from 'node:fs/promises';
import { type EventStore, eventsUpTo, type RecordedEvent } from '@journal/event-store';
import { isUndefinedTable } from '@journal/postgres';
import { checkpointSchema, ledgerModel, schemaOf } from '@journal/read-models';
import { copyDeliveries } from '@journal/read-models/delivery';
import { copyDrafts } from '@journal/read-models/drafts';
import { readVault } from '@journal/vault';
import type pg from 'pg';
import { type BackupFile, fileOf, type Manifest, type ReactorMark, writeManifest } from './manifest.ts';
import { createRecordFile, type FileSeal } from './records.ts';

/**
 * A data subject whose key was deleted, or the event that records a person's erasure. Neither contains personal data.
 */
export type ForgottenRecord = { readonly subject: string } | { readonly event: RecordedEvent };

export type BackupSource = {
  readonly store: EventStore;
  /** Pool of the read models' database. */
  readonly pool: pg.Pool;
  readonly vaultUrl: string;
};

/**
 * Writes everything of a running journal that can't be rebuilt into a new folder: the log up to its present end,
 * drafts, deliveries, the vault as it is once these have been read, and the list of the forgotten, as late as possible.
 * So the key of each event of the log is in the vault, or was erased meanwhile. Keeps one page in memory at a time.
 * Rejects with `StoreUnavailable` if the log delivers nothing for a minute.
 */
export const writeBackup = (source: BackupSource, folder: string): Promise<Manifest> =>
  inNewFolder(folder, (unfinished) => writeAll(source, unfinished));

/**
 * Writes the current list of the forgotten into a new folder. Resolves with the number of records. Rejects like
 * `writeBackup`.
 */
export const writeList = (engines: Omit<BackupSource, 'pool'>, folder: string): Promise<number> =>
  inNewFolder(folder, async (unfinished) => {
    const takenAt = new Date().toISOString();
    const forgotten = await writeForgotten(engines, unfinished);
    await writeManifest(unfinished, { format: 1, takenAt, files: { forgotten } });
    return forgotten.records;
  });

/**
 * Renames the folder to its final name once it is complete: an interrupted backup (full disk, kill) can't be mistaken
 * for one. Its name until then is its own: a second backup of that name would otherwise replace the files of the first.
 */
async function inNewFolder<Written>(
  folder: string,
  write: (unfinished: string) => Promise<Written>,
): Promise<Written> {
  const unfinished = await mkdtemp(`${folder}.unfinished-`);
  try {
    const written = await write(unfinished);
    await rename(unfinished, folder);
    return written;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function writeAll({ store, pool, vaultUrl }: BackupSource, folder: string): Promise<Manifest> {
  const takenAt = new Date().toISOString();
  const reactors = await readReactors(pool);
  const ledger = await readLedgerHead(pool);
  const head = await store.head();
  const marks = reactors.map((reactor) => ({ ...reactor, events: 0 }));
  const events = await writeFileOf(folder, 'events', async (write) => {
    for await (const page of eventsUpTo(store, head)) {
      for (const { position } of page) for (const mark of marks) if (position <= mark.position) mark.events++;
      await write(page);
    }
  });
  // Before the vault, so that it has the keys of all drafts and deliveries.
  const drafts = await writeFileOf(folder, 'drafts', async (write) => {
    for await (const page of copyDrafts(pool)) await write(page);
  });
  const deliveries = await writeFileOf(folder, 'deliveries', async (write) => {
    for await (const page of copyDeliveries(pool)) await write(page);
  });
  const vault = await writeFileOf(folder, 'vault', async (write) => {
    for await (const page of readVault(vaultUrl)) await write(page);
  });
  const forgotten = await writeForgotten({ store, vaultUrl }, folder);
  const manifest: Manifest = {
    format: 1,
    takenAt,
    head,
    ledger,
    reactors: marks.map(({ position: _position, ...mark }) => mark),
    files: { events, drafts, deliveries, vault, forgotten },
  };
  await writeManifest(folder, manifest);
  return manifest;
}

async function writeForgotten(
  { store, vaultUrl }: Omit<BackupSource, 'pool'>,
  folder: string,
): Promise<FileSeal> {
  return writeFileOf(folder, 'forgotten', async (write) => {
    for await (const page of readVault(vaultUrl, ['forgotten']))
      await write(page.map(({ row }) => ({ subject: row['subject'] })));
    for await (const page of eventsUpTo(store, await store.head(), { types: ['UserForgotten'] }))
      await write(page.map((event) => ({ event })));
  });
}

async function writeFileOf(
  folder: string,
  name: BackupFile,
  fill: (write: (values: readonly object[]) => Promise<void>) => Promise<void>,
): Promise<FileSeal> {
  const file = await createRecordFile(fileOf(folder, name));
  try {
    await fill(file.write);
    return await file.end();
  } finally {
    await file.close();
  }
}

async function readReactors(pool: pg.Pool) {
  return rowsOf<Omit<ReactorMark, 'events'> & { position: string }>(
    pool,
    `select schema_name as schema, name, version, position from ${checkpointSchema}.checkpoint
     where starts_with(name, 'reactor_') order by name`,
  );
}

async function readLedgerHead(pool: pg.Pool): Promise<string | undefined> {
  const schema = schemaOf(ledgerModel);
  const text = `select position, chain from ${schema}.entry order by position desc limit 1`;
  const [last] = await rowsOf<{ position: string; chain: string }>(pool, text);
  return last && `${last.position}:${last.chain}`;
}

/** Resolves with the rows of a query, or with none if no worker has created the table yet. */
export async function rowsOf<Row extends object>(pool: pg.Pool, text: string): Promise<Row[]> {
  try {
    return (await pool.query<Row>(text)).rows;
  } catch (error) {
    if (isUndefinedTable(error)) return [];
    throw error;
  }
}
