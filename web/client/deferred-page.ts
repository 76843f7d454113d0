import type { DehydratedState } from '@tanstack/query-core';
import { readsOf, type SentRead, sentReads, sentReadsId } from '../data/sent-reads.ts';

/**
 * Returns the addresses of the scripts that hydrate the page; undefined where it is to be hydrated at once, or the data
 * for it is not there. `+onRenderHtml.ts` decides it.
 */
export function deferredScripts(page: Document): readonly string[] | undefined {
  const data = page.getElementById('vike_pageContext')?.textContent;
  return data ? (JSON.parse(data) as { deferredScripts?: string[] }).deferredScripts : undefined;
}

/** How React marks a boundary that it has not revealed yet; the others that are not there are missing or have failed. */
const queued = '$~';

/**
 * Resolves when a page has been streamed to its end and everything that came is shown, with whether that is all that it is
 * to show.
 */
export async function isComplete(page: Document): Promise<boolean> {
  if (page.readyState === 'loading')
    await new Promise((resolve) => page.addEventListener('DOMContentLoaded', resolve, { once: true }));
  for (;;) {
    const marks = unfinishedIn(page.body);
    if (!marks.includes(queued)) return marks.length === 0;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function unfinishedIn(body: HTMLElement): string[] {
  const marks: string[] = [];
  const comments = document.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  while (comments.nextNode()) {
    const { data } = comments.currentNode as Comment;
    if (['$?', '$!', queued].includes(data)) marks.push(data);
  }
  return marks;
}

/** What vike-react-query hydrates a streamed page from, once that has been loaded. */
const streamed = () => (globalThis as { _rqd_?: string[] })._rqd_ ?? [];

/** Returns the reads that this page was made of, also where it was streamed. Texts in those may be escaped. */
export function readsOfPage(): SentRead[] {
  const queries = streamed().flatMap((text) => (JSON.parse(text) as DehydratedState).queries);
  return [...sentReads(document), ...readsOf(queries)];
}

/** Has this page hydrated from the data of another state of it, which is shown. */
export function replaceData(page: Document): void {
  streamed().length = 0;
  const reads = page.getElementById(sentReadsId);
  if (reads && !document.getElementById(sentReadsId)) document.body.append(document.importNode(reads, true));
  for (const data of document.querySelectorAll('script[id]'))
    data.textContent = page.getElementById(data.id)?.textContent ?? null;
}
