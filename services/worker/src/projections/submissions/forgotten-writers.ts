import type { Write } from '@journal/postgres';
import type pg from 'pg';
import type { Forgotten } from '../../engine/erasure.ts';
import { type ForgottenTable, readForgotten, rememberForgotten } from '../../engine/forgotten-table.ts';

const table: ForgottenTable = { table: 'forgotten_writer', key: 'user_id', keepsPieces: false };

/** Who has been forgotten, by id, and the versions that still hold what they wrote. */
export const forgottenWriters = {
  forgotten: (database: Pick<pg.Pool, 'query'>, schema: string, userIds: readonly string[]) =>
    readForgotten(database, schema, table, userIds),

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
      rememberForgotten(schema, table, owners),
    ];
  },
};
