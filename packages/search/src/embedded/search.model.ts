import { articleFields, columnOf, columnTypeOf } from '@journal/events/fields';
import type { ReadModel } from '@journal/read-models';
import { hitFields } from '../search-document.ts';

/** The definitions of the columns that a hit shows. Where they change, raise the version of the model. */
export const hitColumns = hitFields
  .map((name) => `${columnOf(name)} ${columnTypeOf(articleFields[name])}`)
  .join(', ');

/**
 * The embedded index in Postgres: what a hit shows, and the different words of each document, as every process that
 * searches reads them into its memory. `changed` is the version of the index that the row came with; a deleted document
 * leaves its row without anything of it. There is no `index_version` until the index has been built.
 */
export const searchModel = {
  name: 'search',
  version: 1,
  migrations: {
    // Its tables are made anew, and filled from the articles.
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
    // The worker counts the documents every five seconds: by the rows that is all the words that there are.
    '0004-count': 'create index document_whole on document (id) where words is not null',
  },
} as const satisfies ReadModel;
