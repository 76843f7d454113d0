import { type Change, positionHeader, type SearchResult, topics } from '@journal/contracts';

/** Search results for a text: the best few, and whether there are more. */
export type Found = { readonly rows: readonly SearchResult[]; readonly more: boolean };

/**
 * Resolves with the API's response at a path; `next` is null if there is no next page. Rejects unless the status is
 * 2xx.
 */
export type Read = (path: string, signal: AbortSignal) => Promise<{ data: unknown; next: string | null }>;

/** Time for which results stay fresh, in milliseconds. */
const freshness = 30_000;
/** Request timeout, in milliseconds. */
const deadline = 20_000;

export function createSuggestionSearch() {
  const answers = new Map<string, Found & { readonly at: number }>();
  let position = '';

  /** Like the API client, makes the server wait until the read side has reached the last known change. */
  const readByFetch: Read = async (path, signal) => {
    const headers: HeadersInit = position ? { [positionHeader]: position } : {};
    const response = await fetch(path, { signal, headers });
    if (!response.ok) throw new Error(`The search answered ${response.status}`);
    return { data: await response.json(), next: response.headers.get('link') };
  };

  return {
    /** Resolves with the results for a text, without a request if they are fresh. Aborts `request` after 20 s. */
    async find(q: string, request: AbortController, read: Read = readByFetch): Promise<Found> {
      const now = Date.now();
      for (const [text, { at }] of answers) if (now - at >= freshness) answers.delete(text);
      const kept = answers.get(q);
      if (kept) return kept;
      const timer = setTimeout(() => request.abort(), deadline);
      try {
        const { data, next } = await read(`/api/search?${new URLSearchParams({ q })}`, request.signal);
        const found = { rows: data as SearchResult[], more: next !== null, at: Date.now() };
        answers.set(q, found);
        return found;
      } finally {
        clearTimeout(timer);
      }
    },

    /** Clears all results if the change touches them. Returns whether it does. */
    forget(change: Change): boolean {
      const touched = [topics.articles, topics.everything].some((topic) => change.topics.includes(topic));
      position = change.position || position;
      if (touched) answers.clear();
      return touched;
    },
  };
}
