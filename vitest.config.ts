import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { missingKurrentDb, missingMeilisearch, missingRedis } from './tools/testing/engines.ts';

const elsewhere = ['**/node_modules/**', '**/dist/**'];

// Most specs wait for a server most of the time: more of them than there are cores keep all cores busy. Loading every
// module anew for each file would cost more than the tests.
const many = { isolate: false, maxWorkers: Math.max(4, availableParallelism()) };
// A server that is not ours has one state for all specs: they run afterwards, with less beside them.
const waiting = { maxWorkers: Math.max(3, availableParallelism() - 1), sequence: { groupOrder: 1 } };

// What can't run here is named by the closing summary of `npm test`; it must not look like something that passed.
const onEngines =
  (await missingKurrentDb()).length > 0
    ? []
    : [
        {
          test: {
            name: 'kurrentdb',
            include: ['**/*.kurrentdb.spec.ts'],
            exclude: elsewhere,
            ...waiting,
            testTimeout: 60_000,
            hookTimeout: 300_000,
          },
        },
      ];

const onMeilisearch =
  (await missingMeilisearch()).length > 0
    ? []
    : [
        {
          test: {
            name: 'meilisearch',
            include: ['**/*.meilisearch.spec.ts'],
            exclude: elsewhere,
            ...waiting,
            globalSetup: 'tools/testing/postgres.setup.ts',
            testTimeout: 300_000,
            hookTimeout: 300_000,
          },
        },
      ];

const onRedis =
  missingRedis().length > 0
    ? []
    : [
        {
          test: {
            name: 'redis',
            include: ['**/*.redis.spec.ts'],
            exclude: elsewhere,
            ...many,
            testTimeout: 60_000,
            hookTimeout: 60_000,
          },
        },
      ];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.unit.spec.ts'],
          exclude: elsewhere,
          ...many,
          // Passwords are hashed for real, on cores that others may want as well.
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'int',
          include: ['**/*.int.spec.ts'],
          exclude: elsewhere,
          ...many,
          globalSetup: 'tools/testing/postgres.setup.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      ...onEngines,
      ...onMeilisearch,
      ...onRedis,
    ],
  },
});
