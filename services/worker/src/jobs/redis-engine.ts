import { createRedisBackend } from 'bullmq';
import { engineOf, type QueueEngine } from './bull-engine.ts';

const longestPause = 2_000;

/** Jobs in a Redis, which has to keep all it is given: `maxmemory-policy noeviction`, and an append-only file. */
export function createRedisEngine(url: string): QueueEngine {
  const common = {
    url,
    connectTimeout: 5_000,
    retryStrategy: (attempt: number) => Math.min(longestPause, 50 * 2 ** Math.min(attempt, 6)),
  };
  return engineOf(createRedisBackend, {
    // What can't be added now is told at once, and whoever adds it tries again.
    producing: { ...common, enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 5_000 },
    working: { ...common, maxRetriesPerRequest: null },
    prepare: async () => {},
  });
}
