import type { PageContext } from 'vike/types';
import type { PageQueries } from '../../data/api-query.ts';
import { history, historyVersion, type Piece } from '../../data/history.queries.ts';
import { alreadyRead } from '../../data/page-data.ts';
import type { PageMeta } from '../../head/page-meta.ts';
import { asked, pieceIn, titleAlreadyRead } from './piece.ts';

/** What the page of a history reads: nothing for who is no administrator. */
export function historyQueries(kind: Piece['kind']) {
  return (pageContext: PageContext): PageQueries => {
    if (!pageContext.session?.isAdmin) return {};
    const piece = pieceIn(pageContext, kind);
    const { before, open } = asked(pageContext);
    const newest = alreadyRead(pageContext, history(piece))?.rows[0]?.revision;
    const texts = [newest, open].filter((revision) => revision !== undefined);
    return {
      required: [history(piece)],
      wanted: [
        ...(before === undefined ? [] : [history(piece, before)]),
        ...texts.map((revision) => historyVersion(piece, revision)),
      ],
    };
  };
}

export function historyMeta(kind: Piece['kind']) {
  return (pageContext: PageContext): PageMeta => {
    const title = pageContext.session?.isAdmin ? titleAlreadyRead(pageContext, kind) : undefined;
    return {
      title: title === undefined ? 'History' : `History of ${title}`,
      description: "The journal's newsroom.",
      unlisted: true,
    };
  };
}
