import type { Section, SubmissionStatus } from '@journal/contracts';
import { inTransaction, migrate } from '@journal/postgres';
import { changesChannel, checkpointSchema, encodeChange, submissionsModel } from '@journal/read-models';
import pg from 'pg';

export type TestSubmission = {
  id: string;
  userId?: string;
  status?: SubmissionStatus;
  section?: Section;
  /** Null where the writer has been forgotten. */
  title?: string | null;
  fullName?: string;
  summary?: string;
  articleId?: number;
};

export type TestSubmissionStep = {
  position: string;
  submissions?: readonly TestSubmission[];
  topics?: readonly string[];
};

/** Pitches as a worker keeps them; each `commit` is one step of the projection. */
export function createSubmissionTables(pool: pg.Pool, schema: string) {
  const revisions = new Map<string, number>();
  let pitches = 0;

  async function put(client: pg.ClientBase, pitch: TestSubmission, position: string) {
    const { id, userId = 'writer', title = `Title of ${id}`, fullName = 'Sample Writer' } = pitch;
    const revision = (revisions.get(id) ?? -1) + 1;
    revisions.set(id, revision);
    const createdAt = new Date(Date.UTC(2026, 0, 3, 0, ++pitches)).toISOString();
    const filled = <Value>(value: Value) => (title === null ? null : value);
    await client.query(
      `insert into ${schema}.submission (id, user_id, revision, essay_revision, position, status, article_id,
         full_name, age, school, section, article_title, article_summary, created_at)
       values ($1, $2, $3, $3, $4, $5, $6, $7, $8, null, $9, $10, $11, $12)
       on conflict (id) do update set revision = $3, essay_revision = $3, status = $5, article_id = $6,
         full_name = $7, age = $8, section = $9, article_title = $10, article_summary = $11`,
      [
        id,
        userId,
        revision,
        position,
        pitch.status ?? 'pending',
        pitch.articleId ?? null,
        filled(fullName),
        filled(15),
        pitch.section ?? 'view',
        title,
        filled(pitch.summary ?? `Summary of ${id}`),
        createdAt,
      ],
    );
    await client.query(
      `insert into ${schema}.submission_version (submission_id, revision, event, at, actor_id, actor_role,
         request_id, position, changed, article_title, full_essay)
       values ($1, $2, $3, $4, $5, 'writer', 'request-1', $6, '{articleTitle,fullEssay}', $7, $8)`,
      [
        id,
        revision,
        revision === 0 ? 'SubmissionPitched' : 'SubmissionEdited',
        createdAt,
        userId,
        position,
        title,
        filled(`Essay of ${id}, revision ${revision}`),
      ],
    );
  }

  return {
    async build() {
      await migrate(pool, schema, submissionsModel.migrations);
      await pool.query(
        `insert into ${checkpointSchema}.checkpoint (schema_name, name, version, caught_up_at)
         values ($1, 'submissions', 1, now()) on conflict do nothing`,
        [schema],
      );
    },
    /** Applies one step, which leaves the tables at its position. */
    async commit({ position, submissions = [], topics = [] }: TestSubmissionStep) {
      await inTransaction(pool, async (client) => {
        await client.query(`update ${checkpointSchema}.checkpoint set position = $2 where schema_name = $1`, [
          schema,
          position,
        ]);
        for (const pitch of submissions) await put(client, pitch, position);
        const payload = encodeChange({ projection: schema, position, topics: [...topics] });
        await client.query(`notify ${changesChannel}, ${pg.escapeLiteral(payload)}`);
      });
      return position;
    },
  };
}
