import type { SearchDocument, SearchQuestion } from '../search.port.ts';
import type { Connection } from './connection.ts';
import { shownAttributes } from './document.ts';
import { questionsOf } from './questions.ts';

/** Some more than are needed, because Meilisearch's order is near to ours and not the same. */
const more = 30;

/** What Meilisearch finds, each article once, in no order. Asks nothing where the text has no word. */
export async function findCandidates(
  connection: Connection,
  { text, limit, offset }: SearchQuestion,
  signal: AbortSignal,
): Promise<SearchDocument[]> {
  const questions = questionsOf(text);
  if (questions.length === 0) return [];
  const { results } = await connection.ask((client) =>
    client.multiSearch(
      {
        queries: questions.map((q) => ({
          indexUid: connection.indexUid,
          q,
          offset: 0,
          limit: offset + limit + more,
          matchingStrategy: 'all' as const,
          attributesToRetrieve: [...shownAttributes],
          locales: ['eng'],
        })),
      },
      { signal },
    ),
  );
  const found = new Map<number, SearchDocument>();
  for (const { hits } of results)
    for (const hit of hits) {
      if (!isDocument(hit)) throw new Error('Meilisearch has something else than articles in the index');
      found.set(hit.id, hit);
    }
  return [...found.values()];
}

function isDocument(hit: Readonly<Record<string, unknown>>): hit is SearchDocument {
  const { id, title, excerpt, content, createdAt } = hit;
  return (
    typeof id === 'number' && [title, excerpt, content, createdAt].every((each) => typeof each === 'string')
  );
}
