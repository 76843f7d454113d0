import type { Write } from '@journal/postgres';
import type pg from 'pg';

/** Writes that are no part of a step, in one statement. */
export async function writeAlone(database: Pick<pg.Pool, 'query'>, writes: readonly Write[]): Promise<void> {
  const values: unknown[] = [];
  const parts = writes.map((write, index) => {
    const text = write.text(values.length + 1);
    values.push(...write.values);
    return `, write_${index} as (${text})`;
  });
  await database.query(`with moved as (select 1) ${parts.join('')} select 1`, values);
}
