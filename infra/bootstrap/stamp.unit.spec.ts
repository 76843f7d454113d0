import { existsSync } from 'node:fs';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const { root } = await import(new URL('environment.mjs', import.meta.url).href);
const { ensure } = await import(new URL('stamp.mjs', import.meta.url).href);

test.each([
  ['left its lock empty, as on a full disk', ''],
  ['left a lock whose number another process has since a restart of the machine', `${process.ppid} earlier`],
  ['of an earlier version had the number of this one, as in a restarted container', `${process.pid}`],
])(
  'a step is done although an earlier start %s',
  async (_what, content) => {
    const name = `spec-${process.pid}`;
    const lock = join(root, 'node_modules', `.journal-${name}.lock`);
    const folder = await mkdtemp(join(tmpdir(), 'journal-stamp-'));
    onTestFinished(async () => {
      for (const path of [folder, lock]) await rm(path, { recursive: true, force: true });
    });
    await writeFile(lock, content);
    await utimes(lock, new Date(0), new Date(0));
    let count = 0;
    const step = { name, stamp: join(folder, 'stamp'), inputs: () => [], done: 'Done' };
    await ensure(step, async () => void count++);
    await ensure(step, async () => void count++);
    expect(count).toBe(1);
    expect(existsSync(lock)).toBe(false);
  },
  5_000,
);

test('of two starts at the same time, one does a step and the other waits for it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'journal-stamp-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  let count = 0;
  const step = {
    name: `spec-${process.pid}`,
    stamp: join(folder, 'stamp'),
    inputs: () => [],
    done: 'Done',
  };
  const work = async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    count++;
  };
  await Promise.all([ensure(step, work), ensure(step, work)]);
  expect(count).toBe(1);
});
