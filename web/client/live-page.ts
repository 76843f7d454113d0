import { positionHeader } from '@journal/contracts';
import { sentReads } from '../data/sent-reads.ts';
import { earliestPosition, followChanges } from '../live/change-stream.ts';
import { sessionTabs } from '../live/session-tabs.ts';
import { touches } from '../live/topics.ts';
import { enableForms } from './deferred-form.ts';
import { deferredScripts, isComplete, readsOfPage, replaceData } from './deferred-page.ts';
import { localiseDates } from './localise-dates.ts';
import { reloadAtEntry } from './lost-scripts.ts';
import { patchChildren } from './patch-children.ts';

/**
 * Keeps a page that is not hydrated up to date. When a change touches its content, or another tab or a restored page
 * means that it may show somebody else's account, the page is fetched again and the parts that differ are replaced. A
 * page that no longer exists is reloaded, and so is one from which the reader goes back to another. A failed fetch is
 * retried at the next change, or when the network is back. Returns a function that stops it; the hydrated page reads
 * any outstanding changes itself.
 */
export function followPage(): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  let reads = readsOfPage();
  let wanted: { position: string; byTabs?: true } | undefined;
  let isFetching = false;

  async function refresh(): Promise<void> {
    if (isFetching) return;
    isFetching = true;
    try {
      while (wanted) {
        const current = wanted;
        const page = await fetchPage(current.position, signal);
        showPage(page);
        reads = sentReads(page);
        if (wanted === current) wanted = undefined;
      }
    } catch {
      // `wanted` is unchanged, so the fetch is retried.
    } finally {
      isFetching = false;
    }
  }

  function refreshAccount() {
    wanted = { position: wanted?.position ?? '', byTabs: true };
    void refresh();
  }

  const changes = followChanges({
    after: earliestPosition(reads.map(([, answer]) => answer)),
    onChange(change) {
      if (!reads.some(([, data]) => touches(change, { state: { data } }))) return;
      wanted = { ...wanted, position: change.position };
      void refresh();
    },
  });
  addEventListener('popstate', reloadAtEntry, { signal });
  addEventListener('online', refresh, { signal });
  addEventListener('pageshow', ({ persisted }) => persisted && refreshAccount(), { signal });
  sessionTabs();
  addEventListener('journal:session-changed', refreshAccount, { signal });
  return () => {
    stopped.abort();
    changes.stop();
    const notify = () => dispatchEvent(new Event('journal:session-changed'));
    if (wanted?.byTabs) addEventListener('journal:hydrated', notify, { once: true });
  };
}

/**
 * Resolves with this page in the state at `position` or later, rendered whole. Rejects if it can't be loaded
 * completely.
 */
async function fetchPage(position: string, signal: AbortSignal): Promise<Document> {
  const address = new URL(location.href);
  // A unique address, for which no shared cache can have an earlier state.
  address.searchParams.set('whole', position || '1');
  const headers: Record<string, string> = position === '' ? {} : { [positionHeader]: position };
  const response = await fetch(address, { headers, signal });
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  // The subject of the page no longer exists: the reader should see that, not the scroll position of the old text.
  const isGone = response.status === 404 || response.status === 410;
  if (isGone) history.scrollRestoration = 'manual';
  const isElsewhere = isGone || response.redirected;
  if (isElsewhere || (response.ok && entryOf(page) !== entryOf(document))) location.reload();
  const hasAll = deferredScripts(page) !== undefined && (await isComplete(page));
  if (!response.ok || !hasAll) throw new Error('Incomplete page');
  return page;
}

/** Entry script of the build that the page belongs to. */
const entryOf = (page: Document) => page.querySelector<HTMLScriptElement>('script[src]')?.getAttribute('src');

/** Replaces this page with another state of it, including the data for hydration. */
function showPage(page: Document): void {
  localiseDates(page);
  enableForms(page);
  const [root, newRoot] = [document.getElementById('root'), page.getElementById('root')];
  if (!root || !newRoot) return;
  patchChildren(root, newRoot);
  document.title = page.title;
  replaceData(page);
}
