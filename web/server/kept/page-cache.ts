import { topics, topicsTouch } from '@journal/contracts';
import { LRUCache } from 'lru-cache';
import type { PreparedPage } from './prepared-page.ts';
import type { StartedReads } from './watched-reads.ts';

/** A page, and the topics of the changes that invalidate it. */
export type LoadedPage = {
  readonly page: PreparedPage;
  readonly topics: ReadonlySet<string>;
  /** Whether the page may be kept; otherwise only the requests waiting for it get it. */
  readonly isCacheable: boolean;
};

/** A page that is being loaded. */
export type PageLoad = {
  /** Resolves with undefined if there is no page that may be shown to everybody. Never rejects. */
  readonly loaded: Promise<PreparedPage | undefined>;
  /** Resolves with the page's reads once they have taken too long to wait for. */
  readonly late: Promise<StartedReads>;
};

/** Reads and renders the page of a key. Calls `onLate` once if its reads take too long. */
type Load = (key: string, onLate: (reads: StartedReads) => void) => Promise<LoadedPage | undefined>;

type CacheOptions = {
  readonly load: Load;
  /** Whether the stream of changes is up to date. */
  readonly isCurrent: () => boolean;
  readonly maxBytes: number;
  /** Called once per kept page, when it is requested for the first time since it was kept. */
  readonly onFirstRequest: (page: PreparedPage, isKept: () => boolean) => void;
  readonly now?: () => number;
};

/** Maximum number of concurrent loads. Requests for further pages are rendered the usual way. */
const maxLoads = 8;
const day = 86_400_000;

/**
 * Returns a cache of at most `maxBytes`. A change drops the pages that read any of its topics. All pages are dropped at
 * midnight UTC, when the current issue may change, and when the stream of changes breaks. A load that a change
 * overtakes still answers the requests made before the change; its page is kept only if the change does not touch it.
 */
export function createPageCache({
  load,
  isCurrent,
  maxBytes,
  onFirstRequest,
  now = () => Date.now(),
}: CacheOptions) {
  const pages = new LRUCache<string, LoadedPage & { wasRequested: boolean }>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 8,
    sizeCalculation: ({ page }) => page.size,
  });
  /** Loads that later requests may share. */
  const shared = new Map<string, PageLoad>();
  /** Topics of the changes received during each load. */
  const underWay = new Set<Set<string>>();
  const stats = { hits: 0, misses: 0 };
  let today = Math.floor(now() / day);

  function dropAll() {
    pages.clear();
    shared.clear();
    for (const changed of underWay) changed.add(topics.everything);
  }

  function dropAtMidnight() {
    const current = Math.floor(now() / day);
    if (current === today) return;
    today = current;
    dropAll();
  }

  async function begin(
    key: string,
    onLate: (reads: StartedReads) => void,
  ): Promise<PreparedPage | undefined> {
    const changed = new Set<string>();
    underWay.add(changed);
    try {
      const found = await load(key, onLate);
      dropAtMidnight();
      if (!found) return undefined;
      if (found.isCacheable && isCurrent() && !topicsTouch(changed, found.topics))
        pages.set(key, { ...found, wasRequested: false });
      return found.page;
    } finally {
      underWay.delete(changed);
    }
  }

  return {
    /** Returns the page if it is kept and the stream of changes is up to date. */
    get(key: string): PreparedPage | undefined {
      if (!isCurrent()) return undefined;
      dropAtMidnight();
      const found = pages.get(key);
      if (!found) return undefined;
      if (!found.wasRequested) {
        found.wasRequested = true;
        onFirstRequest(found.page, () => pages.peek(key) === found);
      }
      return found.page;
    },
    /** Loads the page once for all requests until the next change. Returns undefined if too many loads are running. */
    load(key: string): PageLoad | undefined {
      const current = shared.get(key);
      if (current || underWay.size >= maxLoads) return current;
      stats.misses++;
      const late = Promise.withResolvers<StartedReads>();
      const loaded = begin(key, late.resolve).catch(() => undefined);
      const mine = { loaded, late: late.promise };
      shared.set(key, mine);
      void loaded.then(() => {
        if (shared.get(key) === mine) shared.delete(key);
      });
      return mine;
    },
    /** Drops the pages that a change with these topics touches. */
    drop(changed: readonly string[]) {
      if (changed.length === 0) return;
      if (changed.includes(topics.everything)) return dropAll();
      shared.clear();
      for (const one of underWay) for (const topic of changed) one.add(topic);
      const stale = new Set(changed);
      for (const [key, entry] of [...pages.entries()])
        if (topicsTouch(stale, entry.topics)) pages.delete(key);
    },
    dropAll,
    /** Counts a page that was sent without a load. */
    hit: () => void stats.hits++,
    stats: () => ({ ...stats, pages: pages.size, bytes: pages.calculatedSize }),
  };
}
