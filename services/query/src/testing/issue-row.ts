import type { PlacedPiece } from '@journal/events/fields';
import type { IssueRow } from '@journal/read-models';
import type pg from 'pg';
import { schemas } from '../database.ts';
import { put } from './rows.ts';

type TestIssue = Partial<Omit<IssueRow, 'pieces'>> & {
  number: number;
  pieces?: readonly PlacedPiece[];
};

/** Writes an issue, by default a draft without pieces, and the version that opened it. */
export async function putIssue(pool: pg.Pool, { pieces = [], ...given }: TestIssue): Promise<void> {
  const usual = { revision: 0, status: 'draft', date: '2026-01-01', cover: 'auto', colours: 'auto' };
  const publishedAt = given.status === 'published' ? '2026-01-01T08:00:00.000Z' : null;
  const { number, revision, date, ...row } = { ...usual, publishedAt, ...given };
  const own = { number, revision, date, ...row, pieces: JSON.stringify(pieces) };
  await put(pool, `${schemas.articles}.issue`, 'number', own);
  const head = { revision, event: 'IssueOpened', at: '2026-01-01', requestId: 'request-1', position: '1' };
  const version = { number, ...head, actorId: 'editor-1', actorRole: 'admin', changed: ['date'], date };
  await put(pool, `${schemas.articles}.issue_version`, 'number, revision', version);
}
