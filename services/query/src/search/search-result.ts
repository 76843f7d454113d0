import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { formerContributor, type SearchResult } from '@journal/contracts';
import type { Highlighter, SearchHit } from '@journal/search';
import { type Passage, passageOf } from './passage.ts';

/** Milliseconds after which the remaining results get no passage. Ordinary texts take one to five each. */
const passageBudget = 300;

/** Returns a hit as the API shows it, its fields always in the same order. */
export function toSearchResult(hit: SearchHit, highlight: Highlighter): SearchResult {
  const { authorName } = hit;
  return {
    id: hit.id,
    title: hit.title,
    section: hit.section,
    authorName: authorName ?? formerContributor,
    authorAge: authorName === null ? null : hit.authorAge,
    excerpt: hit.excerpt,
    cover: hit.cover,
    createdAt: hit.createdAt,
    matches: {
      title: highlight(hit.title),
      // A search must not match the text that replaces a name.
      authorName: authorName === null ? [] : highlight(authorName),
      excerpt: highlight(hit.excerpt),
    },
  };
}

/**
 * Resolves with the results, with a passage of the text if nothing else in them matches. Calls `contentsOf` at most
 * once, and yields to the event loop between two texts.
 */
export async function withPassages(
  results: readonly SearchResult[],
  contentsOf: (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>,
  highlight: Highlighter,
): Promise<SearchResult[]> {
  const unexplained = results.filter(({ matches }) => Object.values(matches).every((parts) => !parts.length));
  if (unexplained.length === 0) return [...results];
  const contents = await contentsOf(unexplained.map(({ id }) => id));
  const passages = new Map<number, Passage>();
  const begun = performance.now();
  for (const [id, content] of contents) {
    const passage = passageOf(content, highlight(content));
    if (passage) passages.set(id, passage);
    await yieldToEventLoop();
    if (performance.now() - begun > passageBudget) break;
  }
  return results.map((result) => {
    const passage = passages.get(result.id);
    return passage ? { ...result, passage } : result;
  });
}
