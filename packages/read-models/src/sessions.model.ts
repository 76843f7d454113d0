import { type Columns, definitionsOf, type RowOf } from './columns.ts';
import type { ReadModel } from './read-model.ts';

const columns = {
  sessionId: 'text',
  userId: 'text',
  /** The user's session version when the session began. The session has ended if the user's is higher now. */
  version: 'integer',
  device: 'text',
  startedAt: 'timestamptz',
  endedAt: 'timestamptz',
} as const;

/**
 * A session. `device` is null if it is unknown, no longer needed, or the person's key was gone. `endedAt` is null
 * unless the session was ended individually.
 */
export type SessionRow = RowOf<typeof columns, 'device' | 'endedAt'>;
export const sessionColumns: Columns<SessionRow> = columns;

/** When a user last registered or signed in, and when they were asked whether they still want their account. */
export const visitColumns = { userId: 'text', seenAt: 'timestamptz', askedAt: 'timestamptz' } as const;
export type VisitRow = RowOf<typeof visitColumns, 'askedAt'>;

/**
 * Where people are signed in, which sessions were ended individually, and when people last signed in. Ended sessions
 * are kept until none of their cookies can be valid any more; a person's sessions are deleted when all of them end.
 * Nothing about a forgotten person is kept.
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
    // The planner's samples of a column outlive the rows that they come from.
    '0002-no-samples': 'alter table session alter column device set statistics 0',
  },
} as const satisfies ReadModel;
