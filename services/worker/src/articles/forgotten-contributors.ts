import type { PiecesOfForgotten } from '@journal/events';
import type { Write } from '@journal/postgres';
import type pg from 'pg';
import type { Forgotten } from '../projection/erasure.ts';

const byline = 'author_name = null, author_age = null, author_school = null';

/** Who has been forgotten, by id, and the versions that still say who they were or what they wrote. */
export const forgottenContributors = {
  async forgotten(
    database: Pick<pg.Pool, 'query'>,
    schema: string,
    contributorIds: readonly string[],
  ): Promise<Forgotten> {
    const { rows } = await database.query<{ id: string; pieces: PiecesOfForgotten }>({
      name: `${schema} forgotten contributors`,
      text: `select contributor_id as id, pieces from ${schema}.forgotten_contributor
             where contributor_id = any ($1::text[])`,
      values: [contributorIds],
    });
    return new Map(rows.map((row) => [row.id, row.pieces]));
  },

  /** An article is one contributor's for all its life, so its row tells whose its versions are. */
  forget(schema: string, owners: Forgotten): readonly Write[] {
    const those = (pieces: PiecesOfForgotten) => [...owners.keys()].filter((id) => owners.get(id) === pieces);
    const erase = (pieces: PiecesOfForgotten, what: string): Write => ({
      text: (first) => `update ${schema}.article_version set ${what} from moved
        where contributor_id is not null and article_id in
          (select id from ${schema}.article where contributor_id = any ($${first}::text[]))`,
      values: [those(pieces)],
    });
    return [
      erase('keep', byline),
      erase('remove', `${byline}, title = null, excerpt = null, content = null`),
      {
        text: (first) => `insert into ${schema}.forgotten_contributor (contributor_id, pieces)
          select id, pieces from unnest($${first}::text[], $${first + 1}::text[]) as leaving (id, pieces)
          cross join moved
          on conflict (contributor_id) do update set pieces = excluded.pieces
            where excluded.pieces = 'remove'`,
        values: [[...owners.keys()], [...owners.values()]],
      },
    ];
  },
};
