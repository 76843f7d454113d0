import { type Columns, definitionsOf, type RowOf } from './columns.ts';
import type { ReadModel } from './read-model.ts';

const columns = {
  sessionId: 'text',
  userId: 'text',
  /** The user's session version when it began; by a lower one than the user's it is over. */
  version: 'integer',
  device: 'text',
  startedAt: 'timestamptz',
  endedAt: 'timestamptz',
} as const;

/**
 * A session that somebody began. `device` is null where it is not known, is not of interest any more, or the person's
 * key was gone; `endedAt` where it was not ended by itself.
 */
export type SessionRow = RowOf<typeof columns, 'device' | 'endedAt'>;
export const sessionColumns: Columns<SessionRow> = columns;

/** When somebody registered or signed in last, and was asked whether they still want their account. */
export const visitColumns = { userId: 'text', seenAt: 'timestamptz', askedAt: 'timestamptz' } as const;
export type VisitRow = RowOf<typeof visitColumns, 'askedAt'>;

/**
 * Where people are signed in, which sessions were ended one by one, and when people were here last. Sessions that were
 * ended are kept until no cookie of theirs can be valid any more; all of a person's go when all of their sessions end. Of
 * whom is forgotten nothing is left.
 */
export const sessionsModel = {
  name: 'sessions',
  version: 2,
  migrations: {
    '0001-session': `
      create table session (${definitionsOf(columns, 'device', 'endedAt')}, primary key (session_id));
      create index session_of_user on session (user_id, started_at);
      create index session_ended on session (ended_at) where ended_at is not null;
      create table visit (${definitionsOf(visitColumns, 'askedAt')}, primary key (user_id));
      create table forgotten_user (user_id text primary key);
    `,
    // The planner's samples of a column outlive the rows that they are from.
    '0002-no-samples': 'alter table session alter column device set statistics 0',
  },
} as const satisfies ReadModel;
