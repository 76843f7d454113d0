import { checkSchemaName, schemaOf } from '@journal/read-models';
import { IndexLost, type SearchIndex } from '../search.port.ts';
import { buildDocuments } from './build-documents.ts';
import { writesOfChange } from './change-documents.ts';
import { orLost } from './or-lost.ts';
import { searchModel } from './search.model.ts';

/** The index in Postgres. `schema`: filled instead of the model's own. */
export function createPostgresSearchIndex({
  schema = schemaOf(searchModel),
}: {
  readonly schema?: string;
} = {}): SearchIndex {
  checkSchemaName(schema);
  return {
    model: searchModel,
    /** Its settings are the model's version, so it is never outdated. */
    async state(database) {
      const asked = database.query<{ terms: boolean; documents: boolean; words: boolean }>(
        `select exists (select from ${schema}.term) as terms,
           exists (select from ${schema}.document) as documents,
           exists (select from ${schema}.document_words) as words`,
      );
      try {
        const [row] = (await orLost(asked)).rows;
        if (!row || row.terms !== row.documents || row.words !== row.documents) return 'lost';
        return row.documents ? 'whole' : 'empty';
      } catch (error) {
        if (error instanceof IndexLost) return 'lost';
        throw error;
      }
    },
    change: (database, change) => writesOfChange(database, schema, change),
    build: (database, documents, swapping, signal) =>
      buildDocuments(database, schema, documents, swapping, signal),
    async close() {},
  };
}
