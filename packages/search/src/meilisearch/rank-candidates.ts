import { compareRanks, createMatcher, type Rank } from '../matching/matcher.ts';
import type { SearchDocument, SearchHit, SearchQuestion } from '../search.port.ts';

/** The candidates that the rules of the search allow, in their order, without those before and after the page. */
export function rankCandidates(
  candidates: readonly SearchDocument[],
  { text, limit, offset }: SearchQuestion,
): SearchHit[] {
  const matcher = createMatcher(text);
  const ranked: { readonly document: SearchDocument; readonly rank: Rank }[] = [];
  for (const document of candidates) {
    const { title, authorName, excerpt, content } = document;
    const rank = matcher.rank({ title, authorName, texts: [excerpt, content] });
    if (rank) ranked.push({ document, rank });
  }
  return ranked
    .sort((one, other) => compareRanks(one.rank, other.rank) || newerFirst(one.document, other.document))
    .slice(offset, offset + limit)
    .map(({ document }) => toHit(document));
}

function newerFirst(one: SearchDocument, other: SearchDocument): number {
  return Date.parse(other.createdAt) - Date.parse(one.createdAt) || other.id - one.id;
}

function toHit(document: SearchDocument): SearchHit {
  const { id, title, excerpt, section, authorName, authorAge, createdAt } = document;
  return { id, title, excerpt, section, authorName, authorAge, createdAt };
}
