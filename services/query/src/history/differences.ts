import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { FieldDifference } from '@journal/contracts';
import { wordDifference } from '@journal/contracts/word-difference';
import { ProblemError } from '@journal/service-kit';
import pLimit from 'p-limit';
import type { Fields } from './history.store.ts';

/** Comparing long texts takes up to 100 ms: one at a time, for at most this many waiting requests. */
const maxQueued = 32;
const limiter = pLimit(1);

/**
 * Resolves with the word-by-word difference of each field of `after` from `before`. Equal fields are left out. Other
 * requests are answered between two fields, whoever asks for how many. Rejects with `unavailable` if too many wait.
 */
export async function differences(before: Fields, after: Fields): Promise<FieldDifference[]> {
  if (limiter.pendingCount >= maxQueued)
    throw new ProblemError('unavailable', { headers: { 'retry-after': '1' } });
  return limiter(async () => {
    const found: FieldDifference[] = [];
    for (const field of Object.keys(after)) {
      const [older, newer] = [String(before[field] ?? ''), String(after[field] ?? '')];
      if (older === newer) continue;
      await yieldToEventLoop();
      found.push({ field, parts: wordDifference(older, newer) });
    }
    return found;
  });
}
