import type { Write } from '@journal/postgres';
import type pg from 'pg';
import { type IndexChange, IndexLost } from '../search.port.ts';
import { inBatches } from './batches.ts';
import { toIndexedDocument } from './document.ts';
import type { FillOptions } from './fill-options.ts';
import { checkIsSame, lostWhereMissing } from './found-index.ts';
import { perform } from './tasks.ts';

/**
 * Puts and takes out documents, and waits until that has happened. The index is looked at before and after: had it been
 * lost between, what was put would be in one that Meilisearch made for it without our settings, unless the key forbids.
 */
export async function changeIndex(
  options: FillOptions,
  database: Pick<pg.Pool, 'query'>,
  { documents, gone }: IndexChange,
): Promise<readonly Write[]> {
  const { connection, record, patience, batches } = options;
  if (documents.length === 0 && gone.length === 0) return [];
  const uid = connection.indexUid;
  const live = await record.read(database);
  if (!live) throw new IndexLost('No index has been built in Meilisearch');
  await checkIsSame(connection, uid, live.createdAt);
  if (gone.length > 0) await record.expectFewer(database, live, gone.length);

  for (const batch of inBatches(documents.map(toIndexedDocument), batches))
    await lostWhereMissing(
      perform(connection, patience, (client) =>
        client.index(uid).addDocuments([...batch], { primaryKey: 'id' }),
      ),
    );
  for (const ids of inBatches(gone, batches))
    await lostWhereMissing(perform(connection, patience, (client) => client.index(uid).deleteDocuments(ids)));

  await checkIsSame(connection, uid, live.createdAt);
  const { numberOfDocuments } = await lostWhereMissing(
    connection.ask((client) => client.index(uid).getStats()),
  );
  return [record.expecting(live, numberOfDocuments)];
}
