import { spawn } from 'node:child_process';
import fs, { existsSync } from 'node:fs';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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

test('a step is done again after one on other input has failed, which may have left anything', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'journal-stamp-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const version = join(folder, 'version');
  const step = {
    name: `spec-${process.pid}`,
    stamp: join(folder, 'stamp'),
    inputs: () => [version],
    done: 'Done',
  };
  const done: string[] = [];
  const start = async (content: string, work = async () => void done.push(content)) => {
    await writeFile(version, content);
    await ensure(step, work);
  };
  await start('earlier');
  await expect(start('later', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await start('earlier');
  expect(done).toEqual(['earlier', 'earlier']);
});

test.each([
  ['a dead process has left it', false],
  ['its holder has just released it', true],
])(
  'a start does not remove a lock that another one takes while it is read because %s',
  async (_what, isReleased) => {
    const name = `spec-${process.pid}`;
    const lock = join(root, 'node_modules', `.journal-${name}.lock`);
    const folder = await mkdtemp(join(tmpdir(), 'journal-stamp-'));
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)']);
    const { readFileSync } = fs;
    const replaceRead = (read: typeof readFileSync) => {
      Object.assign(fs, { readFileSync: read });
      syncBuiltinESMExports();
    };
    onTestFinished(async () => {
      replaceRead(readFileSync);
      other.kill();
      for (const path of [folder, lock]) await rm(path, { recursive: true, force: true });
    });
    await writeFile(lock, `${process.ppid} earlier`);
    replaceRead(((path: string, encoding: BufferEncoding) => {
      if (path !== lock) return readFileSync(path, encoding);
      replaceRead(readFileSync);
      if (isReleased) fs.rmSync(lock);
      try {
        return readFileSync(path, encoding);
      } finally {
        fs.writeFileSync(lock, `${other.pid} `);
      }
    }) as typeof readFileSync);
    let count = 0;
    const step = { name, stamp: join(folder, 'stamp'), inputs: () => [], done: 'Done' };
    const ensured = ensure(step, async () => void count++);
    await sleep(500);
    expect([fs.readFileSync(lock, 'utf8'), count]).toEqual([`${other.pid} `, 0]);
    await rm(lock);
    await ensured;
    expect(count).toBe(1);
  },
);
