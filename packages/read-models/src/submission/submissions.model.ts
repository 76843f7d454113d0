import type { ReadModel } from '../read-model.ts';

/**
 * Pitches as they are now and every version of them. The essay, the bulk of a pitch, is kept once: in the version that
 * brought it, which `submission.essay_revision` names. What the writer filled in is null once the writer has been
 * forgotten, whose id is kept: what comes later must bring nothing back.
 */
export const submissionsModel = {
  name: 'submissions',
  version: 1,
  migrations: {
    '0001-submission': `
      create table submission (
        id text primary key,
        user_id text not null,
        revision integer not null,
        essay_revision integer not null,
        position text collate "C" not null,
        status text not null,
        article_id integer,
        full_name text,
        age smallint,
        school text,
        section text not null,
        article_title text,
        article_summary text,
        created_at timestamptz not null,
        known boolean not null generated always as (article_title is not null) stored,
        searched text not null generated always as (
          lower(coalesce(article_title, '') || ' ' || coalesce(full_name, '') || ' ' || coalesce(article_summary, ''))
        ) stored
      ) with (fillfactor = 85);

      create index submission_listed on submission (status, position desc) where known;
      create index submission_section on submission (status, section, position desc) where known;
      create index submission_user on submission (user_id, position desc);

      create table submission_version (
        submission_id text not null,
        revision integer not null,
        event text not null,
        at timestamptz not null,
        actor_id text not null,
        actor_role text not null,
        request_id text not null,
        position text collate "C" not null,
        changed text[] not null,
        restored_revision integer,
        article_id integer,
        full_name text,
        age smallint,
        school text,
        section text,
        article_title text,
        article_summary text,
        full_essay text,
        primary key (submission_id, revision)
      ) with (toast_tuple_target = 8160);

      -- As with articles: compressing takes most of the time that a rebuild has.
      alter table submission_version alter column full_essay set storage external;

      -- The planner's samples of a column outlive the rows that they are from.
      alter table submission
        alter column full_name set statistics 0,
        alter column school set statistics 0,
        alter column article_title set statistics 0,
        alter column article_summary set statistics 0,
        alter column searched set statistics 0;
      alter table submission_version
        alter column full_name set statistics 0,
        alter column school set statistics 0,
        alter column article_title set statistics 0,
        alter column article_summary set statistics 0,
        alter column full_essay set statistics 0;

      create table forgotten_writer (user_id text primary key);
    `,
  },
} as const satisfies ReadModel;
