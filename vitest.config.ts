import { defineConfig } from 'vitest/config';

const elsewhere = ['**/node_modules/**', '**/dist/**', 'infra/boundaries/planted/**'];

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
    ],
  },
});
