import Type, { type Static } from 'typebox';
import { ArticleCard } from '../article/article.schema.ts';

/** Where a text matches what was searched for: from and to, in UTF-16 code units, ascending, `to` not included. */
export const MatchedParts = Type.Array(Type.Tuple([Type.Integer(), Type.Integer()]));
export type MatchedParts = Static<typeof MatchedParts>;

const { id, title, section, authorName, authorAge, excerpt, createdAt } = ArticleCard.properties;

/** An article that a search has found. */
export const SearchResult = Type.Object({
  id,
  title,
  section,
  /** `formerContributor` where the writer has been forgotten; the age is then null. */
  authorName,
  authorAge,
  excerpt,
  createdAt,
  matches: Type.Object({ title: MatchedParts, authorName: MatchedParts, excerpt: MatchedParts }),
  /** A piece of the text around a match, where neither title nor name nor excerpt has one; only with `passages=1`. */
  passage: Type.Optional(Type.Object({ text: Type.String(), matches: MatchedParts })),
});
export type SearchResult = Static<typeof SearchResult>;
