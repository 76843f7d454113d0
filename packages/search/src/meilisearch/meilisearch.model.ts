import type { ReadModel } from '@journal/read-models';

/** What an index in Meilisearch has to be, so that it is noticed where it is another one, or less than it was. */
export const meilisearchModel = {
  name: 'meili_search',
  version: 1,
  migrations: {
    '0001-live-index': `
      create table live_index (
        index_uid text primary key,
        created_at text not null,
        settings_hash text not null,
        documents integer not null
      );
    `,
  },
} as const satisfies ReadModel;
