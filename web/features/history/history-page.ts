import {
  type Capability,
  HistoryQuery,
  type PageId,
  pageTitles,
  parseArticleId,
  parseIssueNumber,
  parsePageId,
} from '@journal/contracts';
import { render } from 'vike/abort';
import type { PageContext } from 'vike/types';
import { history, historyVersion, type Piece } from '../../data/newsroom.api.ts';
import { cachedData } from '../../data/page-data.ts';
import { type PageDefinition, searchText } from '../../data/page-definition.ts';
import { isAbleTo } from '../../data/session.ts';
import { checkFields } from '../../ui/form/check-fields.ts';

/** Capability required for each history. */
export const historyCapabilities: Readonly<Record<Piece['kind'], Capability>> = {
  articles: 'edit-articles',
  submissions: 'read-all-pitches',
  issues: 'edit-issues',
  pages: 'admin',
};

/** Returns the page definition of the history of an article, a pitch, an issue or a page. */
export function historyPage(kind: Piece['kind']): PageDefinition {
  return {
    meta: (pageContext) => {
      const hasAccess = isAbleTo(pageContext.session, historyCapabilities[kind]);
      const title = hasAccess ? cachedTitle(pageContext, kind) : undefined;
      return {
        title: title === undefined ? 'History' : `History of ${title}`,
        description: 'The journal’s newsroom.',
      };
    },
    access: historyCapabilities[kind],
    params: { before: 100, version: 100, words: searchText },
    queries: (pageContext) => {
      const piece = pieceIn(pageContext, kind);
      const { before, open, words } = requestedVersions(pageContext);
      const newest = cachedData(pageContext, history(piece))?.rows[0]?.revision;
      const texts = [newest, open].filter((revision) => revision !== undefined);
      return {
        required: [history(piece)],
        wanted: [
          ...(before === undefined && words === undefined ? [] : [history(piece, before, words)]),
          ...texts.map((revision) => historyVersion(piece, revision)),
        ],
      };
    },
    robots: 'disallow',
  };
}

type Address = Pick<PageContext, 'routeParams' | 'urlParsed'>;

export const nouns: Readonly<Record<Piece['kind'], string>> = {
  articles: 'article',
  submissions: 'pitch',
  issues: 'issue',
  pages: 'page',
};

/** Returns the piece that the URL names. A malformed id is treated like an unknown one. */
export function pieceIn({ routeParams }: Pick<Address, 'routeParams'>, kind: Piece['kind']): Piece {
  const { id = '' } = routeParams;
  const isImpossible =
    (kind === 'articles' && parseArticleId(id) === undefined) ||
    (kind === 'issues' && parseIssueNumber(id) === undefined) ||
    (kind === 'pages' && parsePageId(id) === undefined);
  if (isImpossible) throw render(404, 'article-not-found');
  return { kind, id };
}

/**
 * Returns what the query string requests: versions before a revision, versions that added or removed words, and the
 * revision to open. Invalid words are left out, and `error` gives the reason.
 */
export function requestedVersions({ urlParsed: { search } }: Pick<Address, 'urlParsed'>) {
  const version = numberIn(search.version);
  const given = search.words?.trim() || undefined;
  const [error] = given === undefined ? [] : checkFields(HistoryQuery, { words: given });
  return {
    before: numberIn(search.before),
    words: error ? undefined : given,
    given,
    error: error?.message,
    open: version === undefined || version < 1 ? undefined : version - 1,
  };
}

/** Returns the URL of a history that begins with an opened version. */
export const versionHref = (revision: number, path = ''): string =>
  `${path}?before=${revision + 1}&version=${revision + 1}`;

/** Returns the current title of the piece if it has been read. */
function cachedTitle(pageContext: PageContext, kind: Piece['kind']): string | undefined {
  const piece = pieceIn(pageContext, kind);
  const newest = cachedData(pageContext, history(piece))?.rows[0];
  const text = newest && cachedData(pageContext, historyVersion(piece, newest.revision));
  return text && titleOf(piece, text.fields);
}

/** Returns the title of a piece, or undefined if it is erased. */
export function titleOf({ kind, id }: Piece, fields: Readonly<Record<string, unknown>>): string | undefined {
  if (kind === 'pages') return pageTitles[id as PageId];
  if (kind === 'issues') return `Issue ${id}`;
  const title = fields.title ?? fields.articleTitle;
  return typeof title === 'string' ? title : undefined;
}

const numberIn = (text = ''): number | undefined =>
  /^(0|[1-9][0-9]{0,8})$/.test(text) ? Number(text) : undefined;
