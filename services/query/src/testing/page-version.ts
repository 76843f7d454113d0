import type pg from 'pg';
import { schemas } from '../database.ts';

type TestVersion = { revision: number; text: string; isOwn?: boolean; position?: string };

/** Writes a version of the privacy page. Revision -1 is the text shipped with the journal. */
export async function putPageVersion(
  pool: pg.Pool,
  { revision, text, isOwn = true, position = '' }: TestVersion,
): Promise<void> {
  await pool.query(
    `insert into ${schemas.articles}.page_version (page_id, revision, event, at, actor_id, actor_role,
       request_id, position, changed, text, is_own)
     values ('privacy', $1, 'PageEdited', '2026-01-01', 'editor-1', 'admin', 'request-1', $2, '{text}', $3, $4)`,
    [revision, position, text, isOwn],
  );
}
