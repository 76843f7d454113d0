import { setImmediate as othersFirst } from 'node:timers/promises';
import { formerContributor, type SearchResult } from '@journal/contracts';
import type { Matcher, SearchHit } from '@journal/search';
import { type Passage, passageOf } from './passage.ts';

type MatchesIn = Matcher['matchesIn'];

/** Milliseconds; results that are left then go without a passage. Ordinary texts take one to five each. */
const longestLook = 300;

/** What was found as the API shows it, its fields always in the same order. */
export function toSearchResult(hit: SearchHit, matchesIn: MatchesIn): SearchResult {
  const { authorName } = hit;
  return {
    id: hit.id,
    title: hit.title,
    section: hit.section,
    authorName: authorName ?? formerContributor,
    authorAge: authorName === null ? null : hit.authorAge,
    excerpt: hit.excerpt,
    createdAt: hit.createdAt,
    matches: {
      title: matchesIn(hit.title),
      // Nobody is found by the words that stand for a name.
      authorName: authorName === null ? [] : matchesIn(authorName),
      excerpt: matchesIn(hit.excerpt),
    },
  };
}

/**
 * The results with a passage of the text where nothing else of them matches. `contentsOf` is asked once, or not. Long
 * texts keep nobody else waiting: between two of them others have their turn.
 */
export async function withPassages(
  results: readonly SearchResult[],
  contentsOf: (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>,
  matchesIn: MatchesIn,
): Promise<SearchResult[]> {
  const unexplained = results.filter(({ matches }) => Object.values(matches).every((parts) => !parts.length));
  if (unexplained.length === 0) return [...results];
  const contents = await contentsOf(unexplained.map(({ id }) => id));
  const passages = new Map<number, Passage>();
  const begun = performance.now();
  for (const [id, content] of contents) {
    const passage = passageOf(content, matchesIn(content));
    if (passage) passages.set(id, passage);
    await othersFirst();
    if (performance.now() - begun > longestLook) break;
  }
  return results.map((result) => {
    const passage = passages.get(result.id);
    return passage ? { ...result, passage } : result;
  });
}
