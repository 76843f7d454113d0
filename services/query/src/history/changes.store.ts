import type pg from 'pg';
import { openDatabase, patternOf } from '../database.ts';
import { articleHistory, type HistorySource, submissionHistory } from './history.store.ts';

/** What an edit made of a field; null where there was nothing, or it is erased. */
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

/**
 * Returns the statement for the versions that hold a text, be it part of a word or whole words, more or fewer times than
 * what they changed held before; `$1` to `$3` are `asPattern`, `piece` narrows them down to one piece. Pieces that never
 * had it are passed over at once.
 */
function versionsThatChanged({ table, key, fields, ...source }: HistorySource, piece = 'true'): string {
  const holds = Object.values(fields).map((column) => `${column}::text ilike $1`);
  return `with holder as materialized (
      select distinct ${key} from ${table} where ${piece} and (${holds.join(' or ')})
    ), counted as (
      select ${key}, revision, position, field,
        array[
          coalesce(length(lower(text)) - length(replace(lower(text), lower($2), '')), 0),
          coalesce(regexp_count(text, $3, 1, 'i'), 0)
        ] as held
      from ${table} as version
      cross join lateral ${textsOf('version', { table, key, fields, ...source })} as brought (field, text)
      where ${key} in (select ${key} from holder) and field = any (changed)
    ), compared as (
      select revision, position, held,
        lag(held, 1, array[0, 0]) over (partition by ${key}, field order by revision) as before
      from counted
    )
    select distinct revision, position from compared where held <> before`;
}

/** The text as a pattern of `ilike`, as it is, and as a regular expression for whole words. */
const asPattern = (words: string) => [
  patternOf(words),
  words,
  `\\m${words.replace(/[^\p{L}\p{N}\s]/gu, '\\$&')}\\M`,
];

/**
 * Returns the queries of what versions changed, in the texts that histories show: nothing of what is erased. They reject
 * after 10 s without an answer.
 */
export function createChangesStore(pool: pg.Pool) {
  const { run } = openDatabase(pool, { timeout: 10_000, isPrepared: false });

  return {
    /** The positions of all versions that added or removed the words, in capitals or not. */
    async positionsOf(words: string): Promise<string[]> {
      const sources = [articleHistory, submissionHistory].map((source) =>
        run<{ position: string }>(versionsThatChanged(source), ...asPattern(words)),
      );
      return (await Promise.all(sources)).flat().map(({ position }) => position);
    },

    /** The revisions of one piece that added or removed the words. */
    async revisionsOf(source: HistorySource, id: number | string, words: string): Promise<number[]> {
      const statement = versionsThatChanged(source, `${source.key} = $4`);
      const found = await run<{ revision: number }>(statement, ...asPattern(words), id);
      return found.map(({ revision }) => revision);
    },

    /** What versions made of the fields that they changed, in the order of the fields. */
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
