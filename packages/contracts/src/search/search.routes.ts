import Type, { type Static } from 'typebox';
import { ArticleCard } from '../article/article.schema.ts';
import { topics } from '../changes/topics.ts';
import { defineRoutes } from '../routes/route.ts';
import { ClosedObject } from '../system/schemas.ts';
import { maxSearchLength } from './search.values.ts';

/**
 * Query string of the search. `q` may be any text; without a word in it, nothing is found. `page` counts from 1 in
 * steps of `limit`; `Link: rel="next"` points to the next page. `passages=1` adds a part of the text if that is where
 * it matched.
 */
export const SearchQuery = ClosedObject({
  q: Type.Optional(
    Type.String({
      maxLength: maxSearchLength,
      message: 'Search for at most 200 characters',
      messages: { type: 'Search for one text at a time' },
    }),
  ),
  limit: Type.Optional(
    Type.String({ pattern: '^([1-9]|1[0-9]|20)$', message: 'Limit must be between 1 and 20' }),
  ),
  page: Type.Optional(Type.String({ pattern: '^([1-9]|10)$', message: 'Page must be between 1 and 10' })),
  passages: Type.Optional(Type.Enum(['1'])),
});
export type SearchQuery = Static<typeof SearchQuery>;

/** Matching ranges of a text: start and exclusive end, in UTF-16 code units, ascending. */
export const MatchedParts = Type.Array(Type.Tuple([Type.Integer(), Type.Integer()]));
export type MatchedParts = Static<typeof MatchedParts>;

const { id, title, section, authorName, authorAge, excerpt, cover, createdAt } = ArticleCard.properties;

/** An article found by a search. */
export const SearchResult = Type.Object({
  id,
  title,
  section,
  /** `formerContributor` if the writer has been forgotten; the age is then null. */
  authorName,
  authorAge,
  excerpt,
  cover,
  createdAt,
  matches: Type.Object({ title: MatchedParts, authorName: MatchedParts, excerpt: MatchedParts }),
  /** Part of the text around a match, if neither title nor name nor excerpt matches; only with `passages=1`. */
  passage: Type.Optional(Type.Object({ text: Type.String(), matches: MatchedParts })),
});
export type SearchResult = Static<typeof SearchResult>;

export const searchRoutes = defineRoutes({
  'GET /api/search': {
    summary: 'Articles that match a text, best match first',
    access: 'public',
    query: SearchQuery,
    headers: ['if-none-match', 'etag', 'link'],
    responses: { 200: Type.Array(SearchResult) },
    problems: ['search-unavailable'],
    topics: () => [topics.articles],
  },
});
