import type pg from 'pg';
import { IndexLost, type IndexState } from '../search.port.ts';
import type { Connection } from './connection.ts';
import { checkIsSame, lostWhereMissing } from './found-index.ts';
import type { LiveIndexRecord } from './live-index.ts';
import { settingsHash } from './settings.ts';

/** Compares what is there with what was built. The documents of an index that is just at work are not counted. */
export async function stateOfIndex(
  connection: Connection,
  record: LiveIndexRecord,
  database: pg.Pool,
): Promise<IndexState> {
  try {
    const live = await record.read(database);
    if (!live) return 'lost';
    const uid = connection.indexUid;
    await checkIsSame(connection, uid, live.createdAt);
    if (live.settingsHash !== settingsHash) return 'outdated';
    const stats = await lostWhereMissing(connection.ask((client) => client.index(uid).getStats()));
    if (stats.isIndexing) return 'whole';
    if (stats.numberOfDocuments < live.documents) return 'lost';
    return stats.numberOfDocuments === 0 ? 'empty' : 'whole';
  } catch (error) {
    if (error instanceof IndexLost) return 'lost';
    throw error;
  }
}
