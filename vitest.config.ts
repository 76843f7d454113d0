import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { missingEngines } from './tools/testing/engines.ts';

// Most specs wait for a server most of the time, so more of them than cores keep all cores busy. Reloading every module
// for each file would cost more than the tests.
const many = { isolate: false, maxWorkers: Math.max(6, availableParallelism()) };
// An external server has one state for all specs: they run afterwards, with fewer in parallel.
const waiting = { maxWorkers: Math.max(3, availableParallelism() - 1), sequence: { groupOrder: 1 } };
const globalSetup = 'tools/testing/postgres.setup.ts';
const timeouts = (testTimeout: number, hookTimeout = testTimeout) => ({ testTimeout, hookTimeout });

/** Each project contains the specs that are named after it. */
const projects: Record<string, TestProjectInlineConfiguration['test']> = {
  // Passwords are really hashed, on cores that others may be using.
  unit: { ...many, ...timeouts(30_000) },
  int: { ...many, ...timeouts(60_000), globalSetup },
  kurrentdb: { ...waiting, ...timeouts(60_000, 300_000) },
  meilisearch: { ...waiting, ...timeouts(300_000), globalSetup },
  redis: { ...many, ...timeouts(60_000) },
};

// Suites that can't run here are named in the closing summary of `npm test`; they must not look as if they had passed.
for (const { project } of await missingEngines()) delete projects[project];

/** Files that spend most of half a minute or more waiting, whatever runs beside them; longest first. */
const longest = [
  'infra/embedded/idle.int.spec.ts',
  'infra/embedded/silent-engine.int.spec.ts',
  'infra/faults/mailing.int.spec.ts',
  'tools/extending/extending.int.spec.ts',
];

/** Starts with these, so that none is left running alone at the end; the rest in the usual order, largest first. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((file) => moduleId.endsWith(file));
      return place === -1 ? longest.length : place;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

const exclude = ['**/node_modules/**', '**/dist/**'];
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: Object.entries(projects).map(([name, test]) => ({
      test: { name, include: [`**/*.${name}.spec.ts`], exclude, ...test },
    })),
  },
});
