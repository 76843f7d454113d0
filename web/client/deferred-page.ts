import type { DehydratedState } from '@tanstack/query-core';
import { readsOf, type SentRead, sentReads, sentReadsId } from '../data/sent-reads.ts';

/**
 * Returns the URLs of the scripts that hydrate the page; undefined if it should be hydrated immediately, or the data
 * for hydration is missing. `+onRenderHtml.ts` decides this.
 */
export function deferredScripts(page: Document): readonly string[] | undefined {
  const data = page.getElementById('vike_pageContext')?.textContent;
  return data ? (JSON.parse(data) as { deferredScripts?: string[] }).deferredScripts : undefined;
}

/** React's mark for a boundary it has not revealed yet; other unfinished boundaries are missing or have failed. */
const queued = '$~';

/**
 * Resolves when a page has been streamed to its end and everything received is shown. Returns whether that is all the
 * page should show.
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

/** The data from which vike-react-query hydrates a streamed page, once its code has been loaded. */
const streamed = () => (globalThis as { _rqd_?: string[] })._rqd_ ?? [];

/** Returns the reads that this page was rendered from, including streamed ones, whose texts may be escaped. */
export function readsOfPage(): SentRead[] {
  const queries = streamed().flatMap((text) => (JSON.parse(text) as DehydratedState).queries);
  return [...sentReads(document), ...readsOf(queries)];
}

/** Makes this page hydrate from the data of another state of it, which is now shown. */
export function replaceData(page: Document): void {
  streamed().length = 0;
  const reads = page.getElementById(sentReadsId);
  if (reads && !document.getElementById(sentReadsId)) document.body.append(document.importNode(reads, true));
  for (const data of document.querySelectorAll('script[id]'))
    data.textContent = page.getElementById(data.id)?.textContent ?? null;
}
