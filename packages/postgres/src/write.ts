import type pg from 'pg';

/**
 * An insert, update or delete that is one part of a step, which is one statement. It must do nothing where the relation
 * `moved`, which has one row or none, is empty: `cross join moved` in what it selects from sees to that.
 */
export type Write = {
  /** The statement, its parameters numbered from `first`. The same text for the same `first`, always. */
  readonly text: (first: number) => string;
  readonly values: readonly unknown[];
};

/**
 * The writes as what follows `with moved as (…)` in a statement whose parameters so far are `before`, and the parameters
 * of all of it.
 */
export function joinWrites(
  writes: readonly Write[],
  before: readonly unknown[] = [],
): { readonly text: string; readonly values: unknown[] } {
  const values = [...before];
  const parts = writes.map((write, index) => {
    const text = write.text(values.length + 1);
    values.push(...write.values);
    return `, write_${index} as (${text})`;
  });
  return { text: parts.join(''), values };
}

/** Writes that are no part of a step, in one statement. */
export async function writeAlone(database: Pick<pg.Pool, 'query'>, writes: readonly Write[]): Promise<void> {
  const { text, values } = joinWrites(writes);
  await database.query(`with moved as (select 1) ${text} select 1`, values);
}
