import type { Write } from '@journal/postgres';
import { type Column, columnArrays, selectRows } from '@journal/postgres';
import type { SubmissionRow, SubmissionVersionRow } from '@journal/read-models';
import type pg from 'pg';

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
  ['revision', 'integer', (row) => row.revision],
  ['event', 'text', (row) => row.event],
  ['at', 'timestamptz', (row) => row.at],
  ['actor_id', 'text', (row) => row.actorId],
  ['actor_role', 'text', (row) => row.actorRole],
  ['request_id', 'text', (row) => row.requestId],
  ['position', 'text', (row) => row.position],
  ['changed', 'names', (row) => row.changed.join(',')],
  ['restored_revision', 'integer', (row) => row.restoredRevision],
  ['article_id', 'integer', (row) => row.articleId],
  ['full_name', 'text', (row) => row.fullName],
  ['age', 'integer', (row) => row.age],
  ['school', 'text', (row) => row.school],
  ['section', 'text', (row) => row.section],
  ['article_title', 'text', (row) => row.articleTitle],
  ['article_summary', 'text', (row) => row.articleSummary],
  ['full_essay', 'text', (row) => row.fullEssay],
];

const replaced = submissionColumns
  .slice(1)
  .map(([name]) => `${name} = excluded.${name}`)
  .join(', ');

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

  save(schema: string, rows: readonly SubmissionRow[]): Write {
    return {
      text: (first) =>
        `insert into ${schema}.submission ${selectRows(submissionColumns, first)} cross join moved
        on conflict (id) do update set ${replaced}`,
      values: columnArrays(submissionColumns, rows),
    };
  },

  insertVersions(schema: string, versions: readonly SubmissionVersionRow[]): Write {
    return {
      text: (first) =>
        `insert into ${schema}.submission_version ${selectRows(versionColumns, first)} cross join moved`,
      values: columnArrays(versionColumns, versions),
    };
  },
};
