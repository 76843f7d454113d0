import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { acquireLock, FolderInUse, type FolderLock, readRunningUrl } from './folder-lock.ts';

let folder: string;
let other: ChildProcess | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-lock-'));
});
afterEach(async () => {
  other?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

test('a second launcher is refused with the folder and the process ID until the lock is released', async () => {
  const first = await acquireLock(folder);
  await expect(acquireLock(folder)).rejects.toThrow(
    `DATA_DIR: ${folder} is in use by another process of the journal (process ${process.pid})`,
  );
  await first.release();
  await (await acquireLock(folder)).release();
});

/** Starts a process that acquires the lock and keeps it. Resolves with the outcome. */
async function takeElsewhere(): Promise<string> {
  const module = JSON.stringify(new URL('folder-lock.ts', import.meta.url).href);
  const script = `const { acquireLock } = await import(${module});
    process.send(await acquireLock(${JSON.stringify(folder)}).then(
      (lock) => lock.listensAt('http://localhost:3123').then(() => 'taken'), (error) => error.message));
    setInterval(() => {}, 1_000);`;
  other = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [outcome] = await once(other, 'message');
  return outcome;
}

test('the lock of another process holds until that process is killed', async () => {
  expect(await takeElsewhere()).toBe('taken');
  await expect(acquireLock(folder)).rejects.toThrow(`(process ${other?.pid})`);
  other?.kill('SIGKILL');
  if (other) await once(other, 'exit');
  await (await acquireLock(folder)).release();
});

test('a second attempt in the same process does not release the lock', async () => {
  const first = await acquireLock(folder);
  await expect(acquireLock(folder)).rejects.toThrow(FolderInUse);
  expect(await takeElsewhere()).toContain(`(process ${process.pid})`);
  await first.release();
});

test('a lock can be released after its folder was deleted', async () => {
  const first = await acquireLock(folder);
  await rm(folder, { recursive: true });
  await first.leaving();
  await first.release();
});

test('a launcher waits for a holder that is leaving or has not written its process ID yet', async () => {
  const half = () => writeFile(join(folder, 'launcher.holder'), '{"pid":');
  for (const prepare of [(first: FolderLock) => first.leaving(), half]) {
    const first = await acquireLock(folder);
    await prepare(first);
    const second = acquireLock(folder);
    setTimeout(() => void first.release(), 150);
    await (await second).release();
  }
});

test('one of five concurrent attempts gets the lock, and the others are refused', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => acquireLock(folder)));
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refusals).toEqual(Array.from({ length: 4 }, () => expect.any(FolderInUse)));
  for (const outcome of outcomes) if (outcome.status === 'fulfilled') await outcome.value.release();
});

test('a folder gives the address of the journal running in it, and none after that was killed', async () => {
  expect(await readRunningUrl(folder)).toBeUndefined();
  expect(await takeElsewhere()).toBe('taken');
  expect(await readRunningUrl(folder)).toBe('http://localhost:3123');
  expect(await readRunningUrl(folder)).toBe('http://localhost:3123');
  await expect(acquireLock(folder)).rejects.toThrow(FolderInUse);
  other?.kill('SIGKILL');
  if (other) await once(other, 'exit');
  // Its leftovers may name a process id that is in use again.
  await writeFile(
    join(folder, 'launcher.holder'),
    JSON.stringify({ pid: process.pid, leaving: false, url: 'http://localhost:3123' }),
  );
  expect(await readRunningUrl(folder)).toBeUndefined();
  const next = await acquireLock(folder);
  expect(await readRunningUrl(folder)).toBeUndefined();
  await next.release();
});
