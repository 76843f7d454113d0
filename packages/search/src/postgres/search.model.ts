import type { ReadModel } from '@journal/read-models';

/**
 * The index in Postgres: what a hit shows, and the different words of each document, as every process that searches
 * reads them into its memory. `changed` grows with each change; `gone` says which documents have been taken away.
 */
export const searchModel = {
  name: 'search',
  version: 1,
  migrations: {
    '0001-search': `
      create sequence change;

      create table document (
        id integer primary key,
        title text not null,
        excerpt text not null,
        section text not null,
        author_name text,
        author_age smallint,
        created_at timestamptz not null,
        -- Of title, name and text, a line for each, with spaces between words.
        words text not null,
        changed bigint not null default nextval('change')
      ) with (toast_tuple_target = 8160);

      -- Compressing takes longer than all else.
      alter table document alter column words set storage external;

      -- The planner's samples of a column outlive the rows that they are from.
      alter table document
        alter column title set statistics 0,
        alter column excerpt set statistics 0,
        alter column author_name set statistics 0,
        alter column words set statistics 0;

      create index document_by_change on document (changed);

      create table gone (
        id integer primary key,
        changed bigint not null default nextval('change')
      );

      create index gone_by_change on gone (changed);
    `,
  },
} as const satisfies ReadModel;
