import { topics, topicsTouch } from '@journal/contracts';
import { LRUCache } from 'lru-cache';
import type { PreparedPage } from './prepared-page.ts';
import type { BegunReads } from './watched-reads.ts';

/** A page, and the topics of the changes that make it another. */
export type LoadedPage = {
  readonly page: PreparedPage;
  readonly topics: ReadonlySet<string>;
  /** Whether it may be kept; else it is only for those who wait. */
  readonly isLasting: boolean;
};

/** A page that is being loaded. */
export type PageLoad = {
  /** Resolves with undefined where there is no page that could be shown to everybody. Never rejects. */
  readonly loaded: Promise<PreparedPage | undefined>;
  /** Resolves with its reads when they have taken too long to wait for. */
  readonly late: Promise<BegunReads>;
};

/** Reads and renders the page of a key; calls `onLate` once where its reads take long. */
type Load = (key: string, onLate: (reads: BegunReads) => void) => Promise<LoadedPage | undefined>;

type CacheOptions = {
  readonly load: Load;
  /** Whether every change is heard now. */
  readonly isCurrent: () => boolean;
  readonly maxBytes: number;
  /** Called when a page that is kept is asked for again, once for each. */
  readonly onWanted: (page: PreparedPage, isKept: () => boolean) => void;
  readonly now?: () => number;
};

/** Pages that are loaded at once: whoever asks for another one meanwhile gets it the usual way. */
const maxLoads = 8;
const day = 86_400_000;

/**
 * Returns a cache of at most `maxBytes`. A change drops the pages that read what it touches; all go at midnight UTC, when
 * the issue may change, and when changes are no longer heard. A load that a change overtakes still answers those who
 * asked before; its page is kept only where the change does not touch it.
 */
export function createPageCache({
  load,
  isCurrent,
  maxBytes,
  onWanted,
  now = () => Date.now(),
}: CacheOptions) {
  const pages = new LRUCache<string, LoadedPage & { isWanted: boolean }>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 8,
    sizeCalculation: ({ page }) => page.size,
  });
  /** The loads that later askers may share. */
  const shared = new Map<string, PageLoad>();
  /** The topics of the changes heard during each load. */
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

  async function begin(key: string, onLate: (reads: BegunReads) => void): Promise<PreparedPage | undefined> {
    const changed = new Set<string>();
    underWay.add(changed);
    try {
      const found = await load(key, onLate);
      dropAtMidnight();
      if (!found) return undefined;
      if (found.isLasting && isCurrent() && !topicsTouch(changed, found.topics))
        pages.set(key, { ...found, isWanted: false });
      return found.page;
    } finally {
      underWay.delete(changed);
    }
  }

  return {
    /** Returns the page where it is kept and every change is heard. */
    get(key: string): PreparedPage | undefined {
      if (!isCurrent()) return undefined;
      dropAtMidnight();
      const found = pages.get(key);
      if (!found) return undefined;
      if (!found.isWanted) {
        found.isWanted = true;
        onWanted(found.page, () => pages.peek(key) === found);
      }
      return found.page;
    },
    /** Loads the page, once for all who ask until the next change; undefined while too many are loaded. */
    load(key: string): PageLoad | undefined {
      const current = shared.get(key);
      if (current || underWay.size >= maxLoads) return current;
      stats.misses++;
      const late = Promise.withResolvers<BegunReads>();
      const loaded = begin(key, late.resolve).catch(() => undefined);
      const mine = { loaded, late: late.promise };
      shared.set(key, mine);
      void loaded.then(() => {
        if (shared.get(key) === mine) shared.delete(key);
      });
      return mine;
    },
    /** Drops what a change with these topics touches. */
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
    /** Counts a page that was sent without being loaded for it. */
    hit: () => void stats.hits++,
    stats: () => ({ ...stats, pages: pages.size, bytes: pages.calculatedSize }),
  };
}
