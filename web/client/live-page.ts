import { positionHeader } from '@journal/contracts';
import { sentReads } from '../data/sent-reads.ts';
import { earliestPosition, followChanges } from '../live/change-stream.ts';
import { sessionTabs } from '../live/session-tabs.ts';
import { touches } from '../live/topics.ts';
import { openForms } from './deferred-form.ts';
import { deferredScripts, isComplete, readsOfPage, replaceData } from './deferred-page.ts';
import { localiseDates } from './localise-dates.ts';
import { patchChildren } from './patch-children.ts';

/**
 * Keeps a page that is not hydrated as it is in the journal: when a change touches what it shows, or another tab or a
 * restored page may show somebody else's account, the page is fetched anew and the parts that differ are replaced. A page
 * that is no more is loaded anew. A fetch that failed is repeated at the next change, or when the network is back.
 * Returns a function that ends it; what was not shown by then the hydrated page reads itself.
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
      // Wanted as before.
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
  addEventListener('online', () => void refresh(), { signal });
  addEventListener('pageshow', ({ persisted }) => persisted && refreshAccount(), { signal });
  sessionTabs();
  addEventListener('journal:session-changed', refreshAccount, { signal });
  return () => {
    stopped.abort();
    changes.stop();
    const tell = () => dispatchEvent(new Event('journal:session-changed'));
    if (wanted?.byTabs) addEventListener('journal:hydrated', tell, { once: true });
  };
}

/** Resolves with this page as it is at a position of the journal or later, whole. Rejects where it can't be had complete. */
async function fetchPage(position: string, signal: AbortSignal): Promise<Document> {
  const address = new URL(location.href);
  // An address of its own, under which no shared cache can have an earlier state.
  address.searchParams.set('whole', position || '1');
  const headers: Record<string, string> = position === '' ? {} : { [positionHeader]: position };
  const response = await fetch(address, { headers, signal });
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  // What the page was about is no more: the reader is to see that, and not the place where the text was.
  const isGone = response.status === 404 || response.status === 410;
  if (isGone) history.scrollRestoration = 'manual';
  const isElsewhere = isGone || response.redirected;
  if (isElsewhere || (response.ok && entryOf(page) !== entryOf(document))) location.reload();
  const hasAll = deferredScripts(page) !== undefined && (await isComplete(page));
  if (!response.ok || !hasAll) throw new Error('The page is not complete');
  return page;
}

/** The entry of the build that the page is of. */
const entryOf = (page: Document) => page.querySelector<HTMLScriptElement>('script[src]')?.getAttribute('src');

/** Puts another state of this page in its place, with the data that it is hydrated from. */
function showPage(page: Document): void {
  localiseDates(page);
  openForms(page);
  const [root, newRoot] = [document.getElementById('root'), page.getElementById('root')];
  if (!root || !newRoot) return;
  patchChildren(root, newRoot);
  document.title = page.title;
  replaceData(page);
}
