import { articleFields, columnOf, columnTypeOf } from '@journal/events/fields';
import type { ReadModel } from '@journal/read-models';
import { hitFields } from '../search-document.ts';

/** Definitions of the columns that a hit shows. If they change, raise the model's version. */
export const hitColumns = hitFields
  .map((name) => `${columnOf(name)} ${columnTypeOf(articleFields[name])}`)
  .join(', ');

/**
 * The embedded index in Postgres: the fields of a hit, and the distinct words of each document, which every searching
 * process reads into its memory. `changed` is the index version that last changed the row; deleting a document empties
 * its row. There is no `index_version` row until the index has been built.
 */
export const searchModel = {
  name: 'search',
  version: 1,
  migrations: {
    // The next migration recreates the tables, which are then filled from the articles.
    '0001-search': 'select 1',
    '0002-versions': `
      drop table if exists document, gone;
      drop sequence if exists change;

      create table index_version (
        is_only boolean primary key default true check (is_only),
        -- Differs after the tables have been dropped.
        index_id uuid not null default gen_random_uuid(),
        version bigint not null
      );

      create table document (
        id integer primary key,
        ${hitColumns},
        created_at timestamptz,
        -- Of title, name and text, a line for each, with spaces between words; null where the document was deleted.
        words text,
        changed bigint not null
      ) with (toast_tuple_target = 8160);

      -- Compressing takes longer than all else.
      alter table document alter column words set storage external;

      -- The planner's samples of a column outlive the rows that they are from.
      alter table document
        alter column title set statistics 0,
        alter column excerpt set statistics 0,
        alter column author_name set statistics 0,
        alter column words set statistics 0;

      create index document_by_change on document (changed, id);
    `,
    '0003-cover': "alter table document add column if not exists cover text default 'auto'",
    // The worker counts the documents every five seconds; without this index, that would read all their words.
    '0004-count': 'create index document_whole on document (id) where words is not null',
  },
} as const satisfies ReadModel;
