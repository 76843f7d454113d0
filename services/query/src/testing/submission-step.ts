import type pg from 'pg';
import { schemas } from '../database.ts';

/** An event of an existing pitch. */
export type TestStep = {
  readonly submissionId: string;
  readonly revision: number;
  readonly event: string;
  readonly at: string;
  readonly note: string | null;
  readonly concern?: string;
};

/** Adds an event to a pitch, without changing the pitch except for its last revision. */
export async function addStep(database: Pick<pg.Pool, 'query'>, step: TestStep): Promise<void> {
  const { submissionId, revision, event, at, note, concern } = step;
  const isOwn = event === 'SubmissionResubmitted' || event === 'SubmissionConcernReported';
  await database.query(
    `with pitch as (
       update ${schemas.submissions}.submission set revision = $2 where id = $1 returning user_id, position
     )
     insert into ${schemas.submissions}.submission_version
       (submission_id, revision, event, at, actor_id, actor_role, request_id, position, changed, note,
        concern)
     select $1, $2, $3, $4, case when $6 then user_id else 'editor' end, case when $6 then 'writer' else 'admin' end,
       'request-1', position, '{}', $5, $7
     from pitch`,
    [submissionId, revision, event, at, note, isOwn, concern],
  );
}
