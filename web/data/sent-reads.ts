import type { ApiAnswer } from './api.ts';

/** A response that the server sent with the page, so that the browser need not fetch it again. */
export type SentRead = readonly [path: string, answer: ApiAnswer];

/** Id of the element that contains a page's reads if it was not streamed. A stream brings its own. */
export const sentReadsId = 'reads';

/** Returns the reads that a page was rendered from; none if it was streamed. */
export function sentReads(page: Document): SentRead[] {
  const sent = page.getElementById(sentReadsId)?.textContent;
  return sent ? (JSON.parse(sent) as SentRead[]) : [];
}

type Query = { readonly queryKey: readonly unknown[]; readonly state: { readonly data?: unknown } };

/** Returns the reads of all answered queries. */
export const readsOf = (queries: readonly Query[]): SentRead[] =>
  queries.flatMap(({ queryKey: [path], state: { data } }): SentRead[] =>
    data === undefined ? [] : [[String(path), data as ApiAnswer]],
  );
