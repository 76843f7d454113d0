import { existsSync } from 'node:fs';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const { root } = await import(new URL('environment.mjs', import.meta.url).href);
const { ensure } = await import(new URL('stamp.mjs', import.meta.url).href);

test('a step is done although an earlier start left its lock empty, as on a full disk', async () => {
  const name = `spec-${process.pid}`;
  const lock = join(root, 'node_modules', `.journal-${name}.lock`);
  const folder = await mkdtemp(join(tmpdir(), 'journal-stamp-'));
  onTestFinished(async () => {
    for (const path of [folder, lock]) await rm(path, { recursive: true, force: true });
  });
  await writeFile(lock, '');
  await utimes(lock, new Date(0), new Date(0));
  let count = 0;
  const step = { name, stamp: join(folder, 'stamp'), inputs: () => [], done: 'Done' };
  await ensure(step, async () => void count++);
  await ensure(step, async () => void count++);
  expect(count).toBe(1);
  expect(existsSync(lock)).toBe(false);
}, 5_000);
