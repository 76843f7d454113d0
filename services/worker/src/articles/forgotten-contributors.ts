import type pg from 'pg';
import type { Write } from '../projection/projection.ts';

/** Who has been forgotten, by id, and the versions that still say who they were. */
export const forgottenContributors = {
  async forgotten(
    database: Pick<pg.Pool, 'query'>,
    schema: string,
    contributorIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const { rows } = await database.query<{ id: string }>({
      name: `${schema} forgotten contributors`,
      text: `select contributor_id as id from ${schema}.forgotten_contributor
             where contributor_id = any ($1::text[])`,
      values: [contributorIds],
    });
    return new Set(rows.map((row) => row.id));
  },

  forget(schema: string, contributorIds: readonly string[]): readonly Write[] {
    return [
      {
        text: (first) => `update ${schema}.article_version
          set author_name = null, author_age = null, author_school = null
          from moved
          where contributor_id = any ($${first}::text[])
            and (author_name is not null or author_age is not null or author_school is not null)`,
        values: [contributorIds],
      },
      {
        text: (first) => `insert into ${schema}.forgotten_contributor (contributor_id)
          select id from unnest($${first}::text[]) as id cross join moved
          on conflict do nothing`,
        values: [contributorIds],
      },
    ];
  },
};
