import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { processIdentity, takeLock } from './folder-lock.ts';

let folder: string;
const lock = () => join(folder, 'launcher.lock');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a second launcher is refused, naming the folder and the process', async () => {
  await takeLock(folder);
  await expect(takeLock(folder)).rejects.toThrow(
    `DATA_DIR: ${folder} is in use by another start of the journal (process ${process.pid})`,
  );
});

test('a released folder is free', async () => {
  const first = await takeLock(folder);
  await first.release();
  await takeLock(folder);
  expect(await readdir(folder)).toEqual(['launcher.lock']);
});

test('the lock of a dead process is taken over', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  await writeFile(lock(), JSON.stringify({ pid: child.pid, identity: '1', leaving: false }));
  await takeLock(folder);
  expect(JSON.parse(await readFile(lock(), 'utf8'))).toMatchObject({ pid: process.pid });
});

test('the lock of a dead process whose number has been given anew is taken over', async () => {
  await writeFile(lock(), JSON.stringify({ pid: process.pid, identity: 'of another time', leaving: false }));
  await takeLock(folder);
  expect(JSON.parse(await readFile(lock(), 'utf8'))).toMatchObject({
    identity: processIdentity(process.pid),
  });
});

test('half a lock is no lock', async () => {
  await writeFile(lock(), '{"pid":');
  await takeLock(folder);
});

test('a holder that is leaving is waited for', async () => {
  const first = await takeLock(folder);
  await first.leaving();
  const second = takeLock(folder);
  setTimeout(() => void first.release(), 150);
  await second;
  expect(JSON.parse(await readFile(lock(), 'utf8'))).toMatchObject({ leaving: false });
});

test('of several that find a dead lock at once, one gets it', async () => {
  await writeFile(lock(), JSON.stringify({ pid: 2 ** 30, identity: '', leaving: false }));
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => takeLock(folder)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a lock that says its holder is leaving takes the place of the other, which is never half there', async () => {
  const first = await takeLock(folder);
  const { ino } = await stat(lock());
  await first.leaving();
  expect((await stat(lock())).ino).not.toBe(ino);
  expect(await readdir(folder)).toEqual(['launcher.lock']);
});

test('the lock of another launcher is neither changed nor removed', async () => {
  const first = await takeLock(folder);
  const other = JSON.stringify({
    pid: process.ppid,
    identity: processIdentity(process.ppid),
    leaving: false,
  });
  await writeFile(lock(), other);
  await first.leaving();
  await first.release();
  expect(await readFile(lock(), 'utf8')).toBe(other);
});
