import type pg from 'pg';

/** Runs a statement that is prepared under its name once per connection, and resolves with its rows. */
export type RunPrepared = <Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: unknown[],
) => Promise<Row[]>;

/** Returns a function that runs statements whose names begin with `prefix`. Rejects after `timeout` ms without an answer. */
export function createPrepared(pool: pg.Pool, prefix: string, timeout = 5_000): RunPrepared {
  return async <Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]) => {
    const statement = { name: `${prefix} ${name}`, text, values, query_timeout: timeout };
    return (await pool.query<Row>(statement)).rows;
  };
}

/**
 * Collects the conditions of a list, as many as are asked for. `values` are the parameters so far; each combination of
 * conditions has a name of its own, under which its statement can be prepared.
 */
export function createConditions(name: string, first: string, values: unknown[]) {
  const conditions = [first];
  const names = [name];
  return {
    values,
    get name() {
      return names.join(' ');
    },
    get text() {
      return conditions.join(' and ');
    },
    /** Adds a condition on a value, where there is one. */
    where(condition: string, value: unknown, sql: (parameter: string) => string) {
      if (value === undefined) return;
      conditions.push(sql(`$${values.push(value)}`));
      names.push(condition);
    },
  };
}

const maxWords = 10;

/** Returns the patterns of `like` that a text has to match, each, to have the words of a search; undefined for no words. */
export function patternsOf(search: string | undefined): readonly string[] | undefined {
  const words = (search ?? '').split(/[\s\0]+/u).filter((word) => word !== '');
  if (words.length === 0) return undefined;
  return words.slice(0, maxWords).map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
}

/** Returns the condition that a text in lower case matches all of the patterns that the parameter holds. */
export const matchesAll = (text: string, parameter: string) =>
  `${text} like all (array(select lower(pattern) from unnest(${parameter}::text[]) as pattern))`;
