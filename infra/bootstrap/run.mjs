import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { runTask } from './child-process.mjs';
import { environmentFor, node24, root } from './environment.mjs';
import { ensureInstalled } from './install.mjs';

// Runs on any Node since 20.11, before anything is installed: plain JavaScript without packages.

/**
 * Half of the usual 16 MB semi-space for new objects, of which V8 allocates three. Old objects are collected once they
 * have grown to 1.6 times what the last collection left, instead of up to four times.
 */
const smallHeap = ['--max-semi-space-size=8', '--heap-growing-percent=60'];

const tasks = {
  start: { entry: 'infra/embedded/main.ts', build: true, mode: 'production', flags: smallHeap },
  'start:split': { entry: 'infra/split/main.ts', build: true, mode: 'production' },
  dev: { entry: 'infra/dev/main.ts', build: false, mode: 'development' },
  test: { entry: 'tools/testing/run.ts', build: true, mode: undefined },
  check: { entry: 'tools/check/run.ts', build: true, mode: undefined },
  journal: { entry: 'infra/cli/main.ts', build: false, mode: 'production', interactive: true },
  fuzz: { entry: 'tools/fuzz/run.ts', build: true, mode: 'production' },
  sbom: { entry: 'tools/sbom/run.ts', build: false, mode: undefined },
  bench: { entry: 'bench/run.ts', build: true, mode: 'production' },
  load: { entry: 'bench/load/main.ts', build: true, mode: 'production' },
  faults: { entry: 'infra/faults/main.ts', build: true, mode: 'production' },
};

/** Installs and builds what the task needs, runs it and resolves with its exit code. */
async function main() {
  const [name = '', ...args] = process.argv.slice(2);
  const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
  if (!task) throw new Error(`Unknown task "${name}". Known: ${Object.keys(tasks).join(', ')}.`);
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 11)) {
    throw new Error(`Node ${process.versions.node} is too old: version 20.11 or newer is required.`);
  }
  await ensureInstalled();
  if (task.build) await ensureBuilt();
  const entry = join(root, task.entry);
  if (!existsSync(entry)) throw new Error(`${task.entry} is missing from this clone.`);
  return runTask(
    node24,
    [...(task.flags ?? []), entry, ...args],
    environmentFor(task.mode),
    task.interactive,
  );
}

try {
  process.exitCode = await main();
} catch (failure) {
  process.stderr.write(`\n${failure instanceof Error ? failure.message : failure}\n`);
  process.exitCode = 1;
}
