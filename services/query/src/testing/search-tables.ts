import { inTransaction } from '@journal/postgres';
import { changesChannel, checkpointSchema, encodeChange, schemaOf } from '@journal/read-models';
import { createEmbeddedIndex, type IndexChange, searchModel } from '@journal/search';
import pg from 'pg';

const schema = schemaOf(searchModel);

/** How far the search index is, as a worker says it; what is in it is the engine's. */
export function createSearchTables(pool: pg.Pool) {
  const index = createEmbeddedIndex({ pool });
  return {
    /** `of`: the schema of the engine, where that is not Postgres. */
    async build(of: string = schema) {
      await pool.query(
        `insert into ${checkpointSchema}.checkpoint (schema_name, name, version, caught_up_at)
         values ($1, 'search', 1, now()) on conflict do nothing`,
        [of],
      );
    },
    /** As before the first index. */
    async remove() {
      await pool.query(`delete from ${checkpointSchema}.checkpoint where schema_name = $1`, [schema]);
    },
    /** Says that the index holds everything up to here; without topics, that nothing in it has changed. */
    moveTo: (position: string, topics: readonly string[] = ['articles']) =>
      inTransaction(pool, (client) => move(client, position, topics)),
    /** Builds an empty index in Postgres. */
    buildIndex: () => index.build(noDocuments(), (swap) => swap(), new AbortController().signal),
    /** One step of the projection of the search. */
    async commit(position: string, { documents = [], deletedIds = [] }: Partial<IndexChange>) {
      await index.apply({ documents, deletedIds });
      await inTransaction(pool, (client) => move(client, position, ['articles']));
    },
  };
}

async function* noDocuments() {}

async function move(client: pg.ClientBase, position: string, topics: readonly string[]) {
  await client.query(`update ${checkpointSchema}.checkpoint set position = $2 where schema_name = $1`, [
    schema,
    position,
  ]);
  const payload = encodeChange({ projection: schema, position, topics });
  await client.query(`notify ${changesChannel}, ${pg.escapeLiteral(payload)}`);
}
