import type { Write } from '@journal/postgres';
import type pg from 'pg';
import type { Forgotten } from '../projection/erasure.ts';

/** Who has been forgotten, by id, and the versions that still hold what they wrote. */
export const forgottenWriters = {
  async forgotten(
    database: Pick<pg.Pool, 'query'>,
    schema: string,
    userIds: readonly string[],
  ): Promise<Forgotten> {
    const { rows } = await database.query<{ id: string }>({
      name: `${schema} forgotten writers`,
      text: `select user_id as id from ${schema}.forgotten_writer where user_id = any ($1::text[])`,
      values: [userIds],
    });
    return new Map(rows.map((row) => [row.id, 'remove']));
  },

  forget(schema: string, owners: Forgotten): readonly Write[] {
    const userIds = [...owners.keys()];
    return [
      {
        text: (first) => `update ${schema}.submission_version
          set full_name = null, age = null, school = null, article_title = null, article_summary = null,
            full_essay = null
          from moved
          where submission_id in (select id from ${schema}.submission where user_id = any ($${first}::text[]))`,
        values: [userIds],
      },
      {
        text: (first) => `insert into ${schema}.forgotten_writer (user_id)
          select id from unnest($${first}::text[]) as id cross join moved
          on conflict do nothing`,
        values: [userIds],
      },
    ];
  },
};
