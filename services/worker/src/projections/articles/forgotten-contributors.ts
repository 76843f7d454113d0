import type { PiecesOfForgotten } from '@journal/events';
import type { Write } from '@journal/postgres';
import type pg from 'pg';
import type { Forgotten } from '../../engine/erasure.ts';
import { type ForgottenTable, readForgotten, rememberForgotten } from '../../engine/forgotten-table.ts';

const table: ForgottenTable = { table: 'forgotten_contributor', key: 'contributor_id', keepsPieces: true };
const byline = 'author_name = null, author_age = null, author_school = null';

/** Who has been forgotten, by id, and the versions that still say who they were or what they wrote. */
export const forgottenContributors = {
  forgotten: (database: Pick<pg.Pool, 'query'>, schema: string, contributorIds: readonly string[]) =>
    readForgotten(database, schema, table, contributorIds),

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
      rememberForgotten(schema, table, owners),
    ];
  },
};
