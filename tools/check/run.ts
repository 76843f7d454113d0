import { execFile } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { audit } from './audit.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const bin = (path: string) => fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url));

// Each additional TypeScript checker processes most of the files again: four take twice the work of one.
const tsc = [bin('typescript/bin/tsc'), '--checkers', '1'];

/** Steps of `npm run check`. Each runs to its end, whatever the others find; the longest start first. */
const steps: [name: string, command: string[]][] = [
  ['types of services', [...tsc, '--project', 'tsconfig.json']],
  ['types of the web', [...tsc, '--noEmit', '--project', 'web/tsconfig.json']],
  ['dead code', [bin('knip/bin/knip.js'), '--no-progress']],
  ['format and lint', [bin('@biomejs/biome/bin/biome'), 'ci', '--colors=off', '--error-on-warnings', '.']],
  ['boundaries', ['tools/boundaries/cruise.ts']],
  ['licences', ['tools/check/licences.ts']],
  ['house rules', ['tools/check/house-rules.ts']],
  ['weight of pages', ['tools/check/budgets.ts']],
];

let failed = 0;

/** Runs one step, and resolves when its result has been printed. */
const runStep = ([name, command]: (typeof steps)[number]): Promise<void> =>
  new Promise((resolve) => {
    const began = performance.now();
    const options = { cwd: root, maxBuffer: 2 ** 26, env: { ...process.env, NO_COLOR: '1' } };
    execFile(process.execPath, command, options, (error, stdout, stderr) => {
      const seconds = ((performance.now() - began) / 1_000).toFixed(1);
      if (error) {
        failed += 1;
        process.stdout.write(`\n${(stdout + stderr).trim()}\n\n`);
      }
      process.stdout.write(`${error ? 'FAILED' : 'holds '}  ${name} (${seconds} s)\n`);
      resolve();
    });
  });

// It waits for a registry, so it runs in parallel with the others.
const auditing = audit();
const waiting = steps.values();
/** A checker is mostly single-threaded: two of them keep two cores busy. */
async function runWaiting(): Promise<void> {
  for (const step of waiting) await runStep(step);
}
await Promise.all([runWaiting(), runWaiting()]);
const { state, words } = await auditing;
if (state === 'FAILED') failed += 1;
process.stdout.write(`${state.padEnd(7)} advisories: ${words}\n`);
process.stdout.write(
  failed === 0 ? 'All checks hold.\n' : `${failed} of ${steps.length + 1} checks failed.\n`,
);
process.exitCode = failed === 0 ? 0 : 1;
