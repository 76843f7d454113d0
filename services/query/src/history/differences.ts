import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { FieldDifference } from '@journal/contracts';
import { wordDifference } from '@journal/contracts/word-difference';
import { ProblemError } from '@journal/service-kit';
import pLimit from 'p-limit';
import type { Fields } from './history.store.ts';

/** Comparing long texts takes up to 100 ms: one at a time, for at most this many waiting requests. */
const maxQueued = 32;
/** Comparisons that one user may have requested at the same time. */
const maxPerUser = 4;
const limiter = pLimit(1);
const requested = new Map<string, number>();
const retryInOneSecond = { headers: { 'retry-after': '1' } };

/**
 * Resolves with the word-by-word difference of each field of `after` from `before`. Equal fields are left out. Other
 * requests are answered between two fields, whoever asks for how many. Rejects with `too-many-requests` if this user's
 * earlier ones still wait, and with `unavailable` if those of all do. `userId`: undefined for a program.
 */
export async function differences(
  before: Fields,
  after: Fields,
  userId: string | undefined,
): Promise<FieldDifference[]> {
  if (userId === undefined) return compare(before, after);
  const own = requested.get(userId) ?? 0;
  if (own >= maxPerUser) throw new ProblemError('too-many-requests', retryInOneSecond);
  requested.set(userId, own + 1);
  try {
    return await compare(before, after);
  } finally {
    const left = (requested.get(userId) ?? 1) - 1;
    if (left > 0) requested.set(userId, left);
    else requested.delete(userId);
  }
}

async function compare(before: Fields, after: Fields): Promise<FieldDifference[]> {
  if (limiter.pendingCount >= maxQueued) throw new ProblemError('unavailable', retryInOneSecond);
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
