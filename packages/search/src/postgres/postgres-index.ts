import { checkSchemaName, schemaOf } from '@journal/read-models';
import type pg from 'pg';
import { IndexLost, type SearchIndex } from '../search.port.ts';
import { buildDocuments } from './build-documents.ts';
import { writesOfChange } from './document-writes.ts';
import { searchModel } from './search.model.ts';

/** The index in Postgres. `schema`: filled instead of the model's own. Its settings are the model's version. */
export function createPostgresSearchIndex({
  schema = schemaOf(searchModel),
}: {
  readonly schema?: string;
} = {}): SearchIndex {
  checkSchemaName(schema);

  async function isThere(database: Pick<pg.Pool, 'query'>): Promise<boolean> {
    const { rows } = await database.query<{ there: boolean }>({
      name: `${schema} is there`,
      text: `select to_regclass('${schema}.document') is not null and to_regclass('${schema}.gone') is not null as there`,
    });
    return rows[0]?.there ?? false;
  }

  return {
    model: searchModel,
    async state(database) {
      if (!(await isThere(database))) return 'lost';
      const { rowCount } = await database.query(`select from ${schema}.document limit 1`);
      return rowCount === 0 ? 'empty' : 'whole';
    },
    async change(database, change) {
      if (!(await isThere(database))) throw new IndexLost('The tables of the index are gone');
      return writesOfChange(schema, change);
    },
    build: (database, documents, swapping, signal) =>
      buildDocuments(database, schema, documents, swapping, signal),
    async close() {},
  };
}
