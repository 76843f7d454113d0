import { type ExportedSubmission, toOwnSubmission } from '@journal/contracts';
import type pg from 'pg';
import {
  type StoredSubmission,
  sourceOfSubmission,
  submissionColumns,
} from '../submission/submissions.store.ts';

type VersionRow = {
  readonly submissionId: string;
  readonly revision: number;
  readonly event: string;
  readonly at: Date;
  readonly changed: string[];
  readonly values: Readonly<Record<string, unknown>>;
};

export type ExportedSubmissions = {
  /** The user's pitches with all their versions, whatever became of them, oldest first. */
  submissions(userId: string): Promise<ExportedSubmission[]>;
};

const longestQuery = 10_000;

/** Reads one schema's pitches. Rejects after 10 s without an answer. */
export function createExportedSubmissions(pool: pg.Pool, schema: string): ExportedSubmissions {
  async function run<Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]) {
    const statement = { name, text, values, query_timeout: longestQuery };
    return (await pool.query<Row>(statement)).rows;
  }

  return {
    async submissions(userId) {
      const pitches = await run<StoredSubmission>(
        'export submissions',
        `select ${submissionColumns}
         from ${schema}.submission join ${schema}.submission_version as version
           on version.submission_id = submission.id and version.revision = submission.essay_revision
         where submission.user_id = $1 and known order by submission.position`,
        [userId],
      );
      const versions = await run<VersionRow>(
        'export submission versions',
        `select submission_id as "submissionId", revision, event, at, changed,
           jsonb_build_object('fullName', full_name, 'age', age, 'school', school, 'section', section,
             'articleTitle', article_title, 'articleSummary', article_summary,
             'fullEssay', full_essay) as values
         from ${schema}.submission_version
         where submission_id = any ($1::text[]) order by submission_id, revision`,
        [pitches.map(({ id }) => id)],
      );
      return pitches.map((pitch) => ({
        ...toOwnSubmission(sourceOfSubmission(pitch)),
        versions: versions
          .filter(({ submissionId }) => submissionId === pitch.id)
          .map(({ submissionId: _id, at, values, ...version }) => ({
            ...version,
            at: at.toISOString(),
            values: Object.fromEntries(version.changed.map((field) => [field, values[field] ?? null])),
          })),
      }));
    },
  };
}
