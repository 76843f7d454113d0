import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderInUse, takeLock } from './folder-lock.ts';
import { processIdentity } from './processes.ts';

let folder: string;
const file = () => join(folder, 'launcher.lock');
const lock = async () => JSON.parse(await readFile(file(), 'utf8'));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a second launcher is refused, naming the folder and the process, until the lock is released', async () => {
  const first = await takeLock(folder);
  await expect(takeLock(folder)).rejects.toThrow(
    `DATA_DIR: ${folder} is in use by another start of the journal (process ${process.pid})`,
  );
  await first.release();
  await takeLock(folder);
  expect(await readdir(folder)).toEqual(['launcher.lock']);
});

const dead = async () => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return JSON.stringify({ pid: child.pid, identity: '1', leaving: false });
};
const reused = () => JSON.stringify({ pid: process.pid, identity: 'of another time', leaving: false });

test.each([
  ['of a dead process', dead],
  ['of a dead process whose number was given to another', reused],
  ['that is half written', () => '{"pid":'],
])('a lock %s is taken over', async (_what, content) => {
  await writeFile(file(), await content());
  await takeLock(folder);
  const { pid } = process;
  expect(await lock()).toEqual({ pid, identity: processIdentity(pid), leaving: false });
});

test('a holder that is leaving says so in a lock of its own, never half there, and is waited for', async () => {
  const first = await takeLock(folder);
  const { ino } = await stat(file());
  await first.leaving();
  expect((await stat(file())).ino).not.toBe(ino);
  expect(await readdir(folder)).toEqual(['launcher.lock']);
  const second = takeLock(folder);
  setTimeout(() => void first.release(), 150);
  await second;
  expect(await lock()).toMatchObject({ leaving: false });
});

test('of several that find a dead lock at once, one gets it, and the others are refused', async () => {
  for (let round = 0; round < 100; round++) {
    await writeFile(file(), JSON.stringify({ pid: 2 ** 30, identity: '', leaving: false }));
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => takeLock(folder)));
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refusals).toEqual(Array.from({ length: 4 }, () => expect.any(FolderInUse)));
    expect(await readdir(folder)).toEqual(['launcher.lock']);
  }
});

test('a launcher that died while it removed a dead lock holds nobody up for good', async () => {
  await writeFile(file(), await dead());
  const guard = `${file()}.removing`;
  await writeFile(guard, '');
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(guard, longAgo, longAgo);
  await takeLock(folder);
  expect(await readdir(folder)).toEqual(['launcher.lock']);
});

test('the lock of another launcher is neither changed nor removed', async () => {
  const first = await takeLock(folder);
  const { ppid: pid } = process;
  const other = JSON.stringify({ pid, identity: processIdentity(pid), leaving: false });
  await writeFile(file(), other);
  await first.leaving();
  await first.release();
  expect(await readFile(file(), 'utf8')).toBe(other);
});
