import { readFile } from 'node:fs/promises';
import type { AppendResult, EventStore, RecordedEvent } from '@journal/event-store';
import { migrate } from '@journal/postgres';
import { checkpointMigrations, checkpointSchema } from '@journal/read-models';
import {
  checkVaultRecord,
  createPostgresVault,
  isVaultEmpty,
  type VaultRecord,
  writeVault,
} from '@journal/vault';
import type pg from 'pg';
import { type BackupFile, type ForgottenRecord, fileOf, type Manifest, manifestOf } from './backup.ts';
import { isSealed, readRecords } from './records.ts';

/** The backup, or the place for it, can't be used; the message is for the operator. */
export class NotRestorable extends Error {
  override readonly name = 'NotRestorable';
}

export type RestoreTarget = {
  readonly store: EventStore;
  /** Whether appends that are sent at once keep their order, as on Postgres, which takes them in batches. */
  readonly keepsOrder: boolean;
  /** Of the read models. */
  readonly pool: pg.Pool;
  readonly vaultUrl: string;
  readonly masterKey: string;
};

/** Resolves with the manifest of a backup whose files are whole. Rejects with `NotRestorable`. */
export async function checkBackup(folder: string, masterKey: string): Promise<Manifest> {
  const manifest = await readFile(manifestOf(folder), 'utf8').then(
    (text) => JSON.parse(text) as Manifest,
    (cause: unknown) => {
      throw new NotRestorable(`There is no whole backup in ${folder}: manifest.json is missing.`, { cause });
    },
  );
  if (manifest.format !== 1)
    throw new NotRestorable(`The backup in ${folder} is of a newer version of the journal.`);
  for (const [name, seal] of Object.entries(manifest.files)) {
    const path = fileOf(folder, name as BackupFile);
    if (!(await isSealed(path, seal).catch(() => false)))
      throw new NotRestorable(`${path} is not as it was when the backup was taken. Nothing was restored.`);
  }
  for await (const page of readRecords<VaultRecord>(fileOf(folder, 'vault')))
    for (const record of page) checkVaultRecord(record, masterKey);
  return manifest;
}

/**
 * Restores a backup that was checked into engines that hold no journal. Whoever is forgotten by the backup's own list, or
 * by one of the `lists`, stays so: no key of theirs is restored, and what says so of a person is added to the log, for
 * the reactors to finish. Workers make everything else again. Rejects with `NotRestorable` where something is there.
 */
export async function restoreBackup(
  folder: string,
  manifest: Manifest,
  { store, keepsOrder, pool, vaultUrl, masterKey }: RestoreTarget,
  lists: readonly string[],
): Promise<{ readonly events: number; readonly forgotten: number }> {
  await migrate(pool, checkpointSchema, checkpointMigrations);
  const { rowCount } = await pool.query(`select from ${checkpointSchema}.checkpoint`);
  if ((await store.head()) !== undefined || rowCount !== 0 || !(await isVaultEmpty(vaultUrl)))
    throw new NotRestorable(
      'There is a journal already where this one is to be restored. Nothing was changed.',
    );

  await writeVault(vaultUrl, readRecords<VaultRecord>(fileOf(folder, 'vault')));
  const vault = await createPostgresVault({
    url: vaultUrl,
    masterKey,
    applicationName: 'journal restore vault',
  });
  try {
    const later = new Map<string, RecordedEvent>();
    let forgotten = 0;
    for (const list of [fileOf(folder, 'forgotten'), ...lists])
      for await (const page of readRecords<ForgottenRecord>(list))
        for (const record of page)
          if ('event' in record) later.set(record.event.id, record.event);
          else {
            await vault.forget(record.subject);
            forgotten++;
          }
    const log = createRestoredLog(store, keepsOrder, new Set(manifest.reactors.map(({ events }) => events)));
    for await (const page of readRecords<RecordedEvent>(fileOf(folder, 'events')))
      for (const event of page) {
        later.delete(event.id);
        await log.add(event);
      }
    await log.end();
    for (const { id, type, data, metadata, stream } of later.values())
      await store.append(stream, [{ id, type, data, metadata }], 'any');
    for (const { schema, name, version, events } of manifest.reactors)
      await pool.query(
        `insert into ${checkpointSchema}.checkpoint (schema_name, name, version, position, applied) values ($1, $2, $3, $4, 0)`,
        [schema, name, version, log.positions.get(events) ?? ''],
      );
    return { events: log.count + later.size, forgotten };
  } finally {
    await vault.close();
  }
}

/** Events that are sent at once. */
const maxAtOnce = 500;

/**
 * Appends events in their order. Many are sent at once, where that keeps it: one for each stream, since those of a stream
 * wait for each other. `positions` has the position of the last event by its number, for those numbers that are `marked`.
 */
function createRestoredLog(store: EventStore, keepsOrder: boolean, marked: ReadonlySet<number>) {
  const positions = new Map<number, string>();
  let waiting = new Map<string, RecordedEvent>();
  let count = 0;

  async function flush(): Promise<void> {
    const sending = [...waiting.values()].map(({ stream, revision, id, type, data, metadata }) =>
      store.append(stream, [{ id, type, data, metadata }], revision === 0 ? 'none' : revision - 1),
    );
    waiting = new Map();
    const results: AppendResult[] = await Promise.all(sending);
    const last = results.at(-1);
    if (last && marked.has(count)) positions.set(count, last.position);
  }

  return {
    positions,
    get count() {
      return count;
    },
    async add(event: RecordedEvent): Promise<void> {
      if (waiting.has(event.stream)) await flush();
      waiting.set(event.stream, event);
      count++;
      if (!keepsOrder || marked.has(count) || waiting.size === maxAtOnce) await flush();
    },
    end: flush,
  };
}
