import { ProblemError } from '@journal/service-kit';
import { LRUCache } from 'lru-cache';

type Limits = {
  /** Of all files that are kept. */
  readonly maxBytes: number;
  /** Files that are made one after the other; who asks for a further one is told to come again. */
  readonly maxWaiting: number;
};

/**
 * Returns a function that resolves with the file of a key: made once, one at a time, and kept. The key must say everything
 * that the file depends on. Rejects as `make` does, and with `unavailable` where too many are waited for.
 */
export function createMadeOnce({ maxBytes, maxWaiting }: Limits) {
  const kept = new LRUCache<string, Buffer>({ maxSize: maxBytes, sizeCalculation: ({ length }) => length });
  const underWay = new Map<string, Promise<Buffer>>();
  let last: Promise<unknown> = Promise.resolve();

  return async (key: string, make: () => Promise<Buffer>): Promise<Buffer> => {
    const known = kept.get(key) ?? underWay.get(key);
    if (known) return known;
    if (underWay.size >= maxWaiting)
      throw new ProblemError('unavailable', { headers: { 'retry-after': '5' } });
    const made = last.then(make);
    underWay.set(key, made);
    last = made.catch(() => undefined).then(() => underWay.delete(key));
    const file = await made;
    kept.set(key, file);
    return file;
  };
}
