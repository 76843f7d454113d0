import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { audit } from './audit.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const bin = (path: string) => fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url));

// Each further checker of TypeScript looks at most of the files again: four take twice the work of one.
const tsc = [bin('typescript/bin/tsc'), '--checkers', '1'];

/** What `npm run check` runs, each to its end, whatever the others found. */
const steps: [name: string, command: string[]][] = [
  ['format and lint', [bin('@biomejs/biome/bin/biome'), 'ci', '--colors=off', '--error-on-warnings', '.']],
  ['types of services', [...tsc, '--project', 'tsconfig.json']],
  ['types of the web', [...tsc, '--noEmit', '--project', 'web/tsconfig.json']],
  ['boundaries', ['tools/boundaries/cruise.ts']],
  ['dead code', [bin('knip/bin/knip.js'), '--no-progress']],
  ['licences', ['tools/check/licences.ts']],
  ['house rules', ['tools/check/house-rules.ts']],
  ['weight of pages', ['tools/check/budgets.ts']],
];

// It waits for a registry, beside the others.
const auditing = audit();
let failed = 0;
for (const [name, command] of steps) {
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    env: { ...process.env, NO_COLOR: '1' },
  });
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  if (status !== 0) {
    failed += 1;
    process.stdout.write(`\n${(stdout + stderr).trim()}\n\n`);
  }
  process.stdout.write(`${status === 0 ? 'holds ' : 'FAILED'}  ${name} (${seconds} s)\n`);
}
const { state, words } = await auditing;
if (state === 'FAILED') failed += 1;
process.stdout.write(`${state.padEnd(7)} advisories: ${words}\n`);
process.stdout.write(
  failed === 0 ? 'All checks hold.\n' : `${failed} of ${steps.length + 1} checks failed.\n`,
);
process.exitCode = failed === 0 ? 0 : 1;
