import { ProblemError } from '@journal/service-kit';
import { LRUCache } from 'lru-cache';

type Limits = {
  /** Total size of all cached files. */
  readonly maxBytes: number;
  /** Maximum number of files waiting to be made, one after the other. Further requests are told to retry later. */
  readonly maxWaiting: number;
};

/**
 * Returns a cache of files. `getOrMake` resolves with the file of a key. It is made once, one file at a time, and kept.
 * The key must cover everything the file depends on. Rejects as `make` does, and with `unavailable` if too many files
 * are waiting. `has` returns whether a file is cached or already being made.
 */
export function createFileCache({ maxBytes, maxWaiting }: Limits) {
  const kept = new LRUCache<string, Buffer>({ maxSize: maxBytes, sizeCalculation: ({ length }) => length });
  const underWay = new Map<string, Promise<Buffer>>();
  let last: Promise<unknown> = Promise.resolve();

  async function getOrMake(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const known = kept.get(key) ?? underWay.get(key);
    if (known) return known;
    if (underWay.size >= maxWaiting)
      throw new ProblemError('unavailable', { headers: { 'retry-after': '5' } });
    const made = last.then(make);
    underWay.set(key, made);
    last = made.catch(() => undefined).then(() => underWay.delete(key));
    const content = await made;
    kept.set(key, content);
    return content;
  }
  return { getOrMake, has: (key: string): boolean => kept.has(key) || underWay.has(key) };
}
