import { type Column, insertRows, replaceRows, type Write } from '@journal/postgres';
import type { SubmissionRow, SubmissionVersionRow } from '@journal/read-models';
import type pg from 'pg';
import { versionHeadColumns } from '../../engine/version-head.ts';

const submissionColumns: readonly Column<SubmissionRow>[] = [
  ['id', 'text', (row) => row.id],
  ['user_id', 'text', (row) => row.userId],
  ['revision', 'integer', (row) => row.revision],
  ['essay_revision', 'integer', (row) => row.essayRevision],
  ['position', 'text', (row) => row.position],
  ['status', 'text', (row) => row.status],
  ['article_id', 'integer', (row) => row.articleId],
  ['full_name', 'text', (row) => row.fullName],
  ['age', 'integer', (row) => row.age],
  ['school', 'text', (row) => row.school],
  ['section', 'text', (row) => row.section],
  ['article_title', 'text', (row) => row.articleTitle],
  ['article_summary', 'text', (row) => row.articleSummary],
  ['created_at', 'timestamptz', (row) => row.createdAt],
];

const versionColumns: readonly Column<SubmissionVersionRow>[] = [
  ['submission_id', 'text', (row) => row.submissionId],
  ...versionHeadColumns,
  ['article_id', 'integer', (row) => row.articleId],
  ['full_name', 'text', (row) => row.fullName],
  ['age', 'integer', (row) => row.age],
  ['school', 'text', (row) => row.school],
  ['section', 'text', (row) => row.section],
  ['article_title', 'text', (row) => row.articleTitle],
  ['article_summary', 'text', (row) => row.articleSummary],
  ['full_essay', 'text', (row) => row.fullEssay],
];

type StoredSubmission = Omit<SubmissionRow, 'createdAt'> & { createdAt: Date };

/** The rows whose column has one of the keys. */
async function loadBy(
  column: 'id' | 'user_id',
  database: Pick<pg.Pool, 'query'>,
  schema: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, SubmissionRow>> {
  const { rows } = await database.query<StoredSubmission>({
    name: `${schema} load submissions by ${column}`,
    text: `select id, user_id as "userId", revision, essay_revision as "essayRevision", position, status,
             article_id as "articleId", full_name as "fullName", age, school, section,
             article_title as "articleTitle", article_summary as "articleSummary", created_at as "createdAt"
           from ${schema}.submission where ${column} = any ($1::text[])`,
    values: [keys],
  });
  return new Map(rows.map((row) => [row.id, { ...row, createdAt: row.createdAt.toISOString() }]));
}

export const submissionsTables = {
  load: (database: Pick<pg.Pool, 'query'>, schema: string, ids: readonly string[]) =>
    loadBy('id', database, schema, ids),

  /** The pitches of these users. */
  loadOf: (database: Pick<pg.Pool, 'query'>, schema: string, userIds: readonly string[]) =>
    loadBy('user_id', database, schema, userIds),

  save: (schema: string, rows: readonly SubmissionRow[]): Write =>
    replaceRows(`${schema}.submission`, submissionColumns, rows),

  insertVersions: (schema: string, versions: readonly SubmissionVersionRow[]): Write =>
    insertRows(`${schema}.submission_version`, versionColumns, versions),
};
