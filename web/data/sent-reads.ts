import type { ApiAnswer } from './api.ts';

/** An answer that the server sent with the page, so that the browser need not read it again. */
export type SentRead = readonly [path: string, answer: ApiAnswer];

/** The element of a page that was rendered at once that holds its reads; a stream brings its own. */
export const sentReadsId = 'reads';

/** Returns the reads that a page was rendered from; none where it was streamed. */
export function sentReads(page: Document): SentRead[] {
  const sent = page.getElementById(sentReadsId)?.textContent;
  return sent ? (JSON.parse(sent) as SentRead[]) : [];
}

type Query = { readonly queryKey: readonly unknown[]; readonly state: { readonly data?: unknown } };

/** Returns the reads of the queries that have been answered. */
export const readsOf = (queries: readonly Query[]): SentRead[] =>
  queries.flatMap(({ queryKey: [path], state: { data } }): SentRead[] =>
    data === undefined ? [] : [[String(path), data as ApiAnswer]],
  );
