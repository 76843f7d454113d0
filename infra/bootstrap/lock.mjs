import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './paths.mjs';

/** Runs `work` while no other process of this clone does work of that name; a dead holder's lock is taken over. */
export async function withLock(name, work) {
  const file = join(root, 'node_modules', `.journal-${name}.lock`);
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  for (let waited = 0; !acquire(file); waited += 1) {
    if (waited === 5) process.stderr.write(`Waiting for another process that does the same (${name}) …\n`);
    await sleep(200);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function acquire(file) {
  try {
    writeFileSync(file, `${process.pid}`, { flag: 'wx' });
    return true;
  } catch (failure) {
    if (failure.code !== 'EEXIST') throw failure;
    if (!isHeld(file)) rmSync(file, { force: true });
    return false;
  }
}

function isHeld(file) {
  try {
    process.kill(Number(readFileSync(file, 'utf8')) || process.pid, 0);
    return true;
  } catch (failure) {
    return failure.code === 'EPERM';
  }
}
