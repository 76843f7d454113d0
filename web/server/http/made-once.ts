import { ProblemError } from '@journal/service-kit';
import { LRUCache } from 'lru-cache';

type Limits = {
  /** Of all files that are kept. */
  readonly maxBytes: number;
  /** Files that are made one after the other; who asks for a further one is told to come again. */
  readonly maxWaiting: number;
};

/**
 * Returns files by their keys: `file` resolves with one, made once, one at a time, and kept. The key must say everything that
 * the file depends on. Rejects as `make` does, and with `unavailable` where too many are waited for. `has`: whether it is
 * there without being made.
 */
export function createMadeOnce({ maxBytes, maxWaiting }: Limits) {
  const kept = new LRUCache<string, Buffer>({ maxSize: maxBytes, sizeCalculation: ({ length }) => length });
  const underWay = new Map<string, Promise<Buffer>>();
  let last: Promise<unknown> = Promise.resolve();

  async function file(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
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
  return { file, has: (key: string): boolean => kept.has(key) || underWay.has(key) };
}
