import { history, historyVersion, type Piece } from '../../data/history.queries.ts';
import { alreadyRead } from '../../data/page-data.ts';
import type { PageDefinition } from '../../data/page-definition.ts';
import { asked, pieceIn, titleAlreadyRead } from './piece.ts';

/** Returns the definition of the page with the history of an article or a pitch. */
export function historyPage(kind: Piece['kind']): PageDefinition {
  return {
    meta: (pageContext) => {
      const title = pageContext.session?.isAdmin ? titleAlreadyRead(pageContext, kind) : undefined;
      return {
        title: title === undefined ? 'History' : `History of ${title}`,
        description: "The journal's newsroom.",
      };
    },
    access: 'administrators',
    params: { before: 100, version: 100 },
    queries: (pageContext) => {
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
    },
    robots: 'disallow',
  };
}
