import { inTransaction } from '@journal/postgres';
import { changesChannel, checkpointSchema, encodeChange } from '@journal/read-models';
import pg from 'pg';

const schema = 'search_v1';

/** How far the search index is, as a worker says it; what is in it is the engine's. */
export function createSearchTables(pool: pg.Pool) {
  return {
    async build() {
      await pool.query(
        `insert into ${checkpointSchema}.checkpoint (schema_name, name, version, caught_up_at)
         values ($1, 'search', 1, now()) on conflict do nothing`,
        [schema],
      );
    },
    /** As before the first index. */
    async remove() {
      await pool.query(`delete from ${checkpointSchema}.checkpoint where schema_name = $1`, [schema]);
    },
    /** Says that the index holds everything up to here; without topics, that nothing in it has changed. */
    async moveTo(position: string, topics: readonly string[] = ['search']) {
      await inTransaction(pool, async (client) => {
        await client.query(`update ${checkpointSchema}.checkpoint set position = $2 where schema_name = $1`, [
          schema,
          position,
        ]);
        const payload = encodeChange({ projection: schema, position, topics });
        await client.query(`notify ${changesChannel}, ${pg.escapeLiteral(payload)}`);
      });
    },
  };
}
