import type { HistoryVersion, HistoryVersionText } from '@journal/contracts';
import { call } from './api.ts';
import type { ApiQuery, Rows } from './api-query.ts';

/** What has a history. */
export type Piece = { readonly kind: 'articles' | 'submissions'; readonly id: string };

const piecePath = ({ kind, id }: Piece) => `/api/${kind}/${encodeURIComponent(id)}`;

/** For editors: the versions of a piece, newest first; those older than revision `before`, where that is given. */
export function history(piece: Piece, before?: number): ApiQuery<Rows<HistoryVersion>> {
  const older = before === undefined ? '' : `?before=${before}`;
  return {
    path: `${piecePath(piece)}/history${older}`,
    select: ({ body, next }) => ({ rows: body as HistoryVersion[], next }),
  };
}

/** The whole text as of a version, and what it changed. */
export function historyVersion(piece: Piece, revision: number): ApiQuery<HistoryVersionText> {
  return {
    path: `${piecePath(piece)}/history/${revision}`,
    select: ({ body }) => body as HistoryVersionText,
  };
}

/** Restores a version of a piece, deleted or not. */
export const restoreVersion = (piece: Piece, revision: number) =>
  call(`POST /api/${piece.kind}/:id/restore` as const, {
    params: { id: piece.id },
    body: { revision },
  });
