import { hash } from 'node:crypto';
import type { EventStore, RecordedEvent } from '@journal/event-store';
import { mailingIdOfStream } from '@journal/events';
import { migrate } from '@journal/postgres';
import { checkpointMigrations, checkpointSchema } from '@journal/read-models';
import { type DeliveryRecord, markRestored, restoreDeliveries } from '@journal/read-models/delivery';
import { type DraftRecord, restoreDrafts } from '@journal/read-models/drafts';
import { createVaultRecordCheck, openRestoredVault, type VaultRecord } from '@journal/vault';
import type pg from 'pg';
import { type ForgottenRecord, rowsOf } from './backup.ts';
import { fileOf, type Manifest, readManifest } from './manifest.ts';
import { NotRestorable } from './not-restorable.ts';
import { readRecords } from './records.ts';
import { createRestoredLog, type RestoredLogOptions } from './restored-log.ts';

export type RestoreTarget = Omit<RestoredLogOptions, 'marked'> & {
  readonly store: EventStore;
  /** Pool of the read models' database. */
  readonly pool: pg.Pool;
  readonly vaultUrl: string;
  /** Awaited before anything is written, once the engines are known to have no other journal. */
  readonly onAccepted?: () => Promise<void>;
};

/** Resolves with the manifest of a backup whose files are intact. Rejects with `NotRestorable` or `WrongMasterKey`. */
export async function checkBackup(folder: string, masterKey: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const check = createVaultRecordCheck(masterKey);
  for await (const page of readRecords<VaultRecord>(fileOf(folder, 'vault')))
    for (const record of page) check(record);
  return manifest;
}

/**
 * Restores a checked backup into engines without a journal, or resumes an interrupted restore; no journal starts there
 * until it has finished. Everyone on the backup's own list of the forgotten, or on a list in one of the folders
 * `lists`, stays forgotten: none of their keys is restored, and the events that record a person's erasure are appended
 * to the log, for the reactors to finish. Workers rebuild everything else. Rejects with `NotRestorable` if the engines
 * contain anything else.
 */
export async function restoreBackup(
  folder: string,
  manifest: Manifest,
  { store, pool, vaultUrl, onAccepted, ...writing }: RestoreTarget,
  lists: readonly string[],
): Promise<{ readonly events: number; readonly leftOut: number }> {
  const vault = openRestoredVault(vaultUrl);
  try {
    const id = hash('sha256', JSON.stringify(manifest));
    const { isEmpty, unfinished } = await vault.state();
    if (unfinished !== undefined && unfinished !== id)
      throw new NotRestorable('The target has an unfinished restore of another backup. Nothing was changed.');
    if (unfinished === undefined) {
      const checkpoints = await rowsOf(pool, `select from ${checkpointSchema}.checkpoint limit 1`);
      if (!isEmpty || (await store.head()) !== undefined || checkpoints.length > 0)
        throw new NotRestorable('The target already contains a journal. Nothing was changed.');
    }
    await onAccepted?.();
    if (unfinished === undefined) await vault.write(readRecords<VaultRecord>(fileOf(folder, 'vault')), id);
    const later = new Map<string, RecordedEvent>();
    for (const list of [folder, ...lists])
      for await (const page of readRecords<ForgottenRecord>(fileOf(list, 'forgotten')))
        for (const record of page)
          if ('event' in record) later.set(record.event.id, record.event);
          else await vault.forget(record.subject);
    const underWay = new Map<string, number>();
    const marked = new Set(manifest.reactors.map(({ events }) => events));
    const log = await createRestoredLog(store, { ...writing, marked });
    for await (const page of readRecords<RecordedEvent>(fileOf(folder, 'events')))
      for (const event of page) {
        later.delete(event.id);
        followMailing(underWay, event);
        await log.add(event);
      }
    await log.end(later.values());
    await migrate(pool, checkpointSchema, checkpointMigrations);
    for (const { schema, name, version, events } of manifest.reactors)
      await pool.query(
        `insert into ${checkpointSchema}.checkpoint (schema_name, name, version, position, applied) values ($1, $2, $3, $4, 0)
         on conflict do nothing`,
        [schema, name, version, log.positions.get(events) ?? ''],
      );
    if (manifest.files.drafts)
      for await (const page of readRecords<DraftRecord>(fileOf(folder, 'drafts')))
        await restoreDrafts(pool, page);
    if (manifest.files.deliveries)
      for await (const page of readRecords<DeliveryRecord>(fileOf(folder, 'deliveries')))
        await restoreDeliveries(pool, page);
    await markRestored(pool, underWay);
    await vault.finish();
    return { events: log.count - log.leftOut + later.size, leftOut: log.leftOut };
  } finally {
    await vault.close();
  }
}

/**
 * Last events of mailings that were not started, of which nobody has a copy, or have ended, of which no more are sent.
 */
const idle = ['MailingPrepared', 'MailingTested', 'MailingCompleted', 'MailingCancelled'];

/** Keeps the last revision of each mailing that was started and has not ended. */
function followMailing(
  underWay: Map<string, number>,
  { stream, type, revision }: Pick<RecordedEvent, 'stream' | 'type' | 'revision'>,
): void {
  const mailingId = mailingIdOfStream(stream);
  if (mailingId === undefined) return;
  if (idle.includes(type)) underWay.delete(mailingId);
  else underWay.set(mailingId, revision);
}
