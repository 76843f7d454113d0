import type { ReadModel } from '@journal/read-models';

/**
 * The index in Postgres. `document` is what a hit shows, with the words of title and name; `document_words` has every
 * word, kept out of line, so that its rows are small and thousands of them are soon looked at; `term` is the vocabulary:
 * each word, in how many documents it is and in how many heads. `changed` grows with each change of a term.
 */
export const searchModel = {
  name: 'search',
  version: 1,
  migrations: {
    '0001-search': `
      create table document (
        id integer primary key,
        title text not null,
        excerpt text not null,
        section text not null,
        author_name text,
        author_age smallint,
        created_at timestamptz not null,
        head tsvector not null
      );

      create table document_words (
        id integer primary key,
        words tsvector not null
      ) with (toast_tuple_target = 128);
      alter table document_words alter column words set storage external;

      create table term (
        word text collate "C" primary key,
        documents integer not null,
        heads integer not null,
        changed bigint not null
      ) with (fillfactor = 70);
      create sequence term_changed;

      -- How many terms have been taken away since the tables were made: who has the terms in memory has to read all anew.
      create table removed (terms bigint not null);
      insert into removed values (0);

      -- The planner's samples of a column outlive the rows that they are from.
      alter table document
        alter column title set statistics 0,
        alter column excerpt set statistics 0,
        alter column author_name set statistics 0,
        alter column head set statistics 0;
      alter table document_words alter column words set statistics 0;
      alter table term alter column word set statistics 0;

      create index term_by_change on term (changed);
      -- Whoever searches would have to read through a list of what is pending.
      create index document_head on document using gin (head) with (fastupdate = off);
      create index document_words_words on document_words using gin (words) with (fastupdate = off);
    `,
  },
} as const satisfies ReadModel;

/** Made again by a build once all rows are there, which is much faster than row by row. */
export const wordIndexes = {
  document_head: 'document using gin (head) with (fastupdate = off)',
  document_words_words: 'document_words using gin (words) with (fastupdate = off)',
} as const;
