import { changedWordsQuery } from '@journal/read-models';
import { ProblemError } from '@journal/service-kit';
import type pg from 'pg';
import { openDatabase, schemas } from '../database.ts';
import type { TrackedModel } from '../tracker/tracked-model.ts';
import type { HistorySource } from './history.store.ts';

/** A field before and after an edit; null if there was nothing or it has been erased. */
export type FieldChange = {
  readonly position: string;
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
};

type Revision = { readonly id: string; readonly revision: number };

/** The fields of a version as rows of names and texts. */
const textsOf = (version: string, { fields }: HistorySource) =>
  `(values ${Object.entries(fields).map(([field, column]) => `('${field}', ${version}.${column}::text)`)})`;

/** Milliseconds. The words are usually only a few behind the tables. */
const maxWait = 2_000;

/**
 * Resolves when the words of everything that the tables show at a position can be searched. Throws if they are
 * incomplete or do not catch up: partial results would be taken for complete ones.
 */
export async function waitForWords(model: TrackedModel, position: string): Promise<void> {
  if (!model.ready || !(await model.waitFor(position, maxWait)))
    throw new ProblemError('unavailable', { headers: { 'retry-after': '1' } });
}

/**
 * Returns the queries for what versions changed, in the texts that histories show, without anything erased. They
 * reject after 5 s without an answer.
 */
export function createChangesStore(pool: pg.Pool) {
  const { run } = openDatabase(pool, { isPrepared: false });

  return {
    /** Revisions of one piece that added or removed every one of the words. */
    async revisionsOf({ table, key }: HistorySource, id: number | string, words: string): Promise<number[]> {
      const found = await run<{ revision: number }>(
        `select version.revision from ${table} as version join ${schemas.words}.change using (position)
         where version.${key} = $1 and change.words @@ $2::tsquery`,
        id,
        changedWordsQuery(words),
      );
      return found.map(({ revision }) => revision);
    },

    /** The changes that versions made to their fields, in the order of the fields. */
    of(source: HistorySource, revisions: readonly Revision[]): Promise<FieldChange[]> {
      const { table, key, keyType } = source;
      return run(
        `select version.position, brought.field, brought.text as after, earlier.text as before
         from unnest($1::${keyType}[], $2::integer[]) as asked (id, revision)
         join ${table} as version on version.${key} = asked.id and version.revision = asked.revision
         cross join lateral ${textsOf('version', source)} as brought (field, text)
         left join lateral (
           select old.text from ${table} as other
           cross join lateral ${textsOf('other', source)} as old (field, text)
           where other.${key} = asked.id and other.revision < asked.revision
             and old.field = brought.field and old.field = any (other.changed)
           order by other.revision desc limit 1) as earlier on true
         where brought.field = any (version.changed)`,
        revisions.map(({ id }) => id),
        revisions.map(({ revision }) => revision),
      );
    },
  };
}
