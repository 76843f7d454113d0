import { defineConfig } from 'vitest/config';
import { missingKurrentDb, missingRedis } from './infra/testing/missing-engines.ts';

const elsewhere = ['**/node_modules/**', '**/dist/**', 'infra/boundaries/planted/**'];

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
            testTimeout: 60_000,
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
            testTimeout: 60_000,
            hookTimeout: 60_000,
          },
        },
      ];

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['**/*.unit.spec.ts'], exclude: elsewhere } },
      {
        test: {
          name: 'int',
          include: ['**/*.int.spec.ts'],
          exclude: elsewhere,
          globalSetup: 'infra/testing/postgres.setup.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      ...onEngines,
      ...onRedis,
    ],
  },
});
