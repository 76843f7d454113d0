import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './environment.mjs';

const passedOver = new Set(['node_modules', 'dist', 'fixtures', 'test-results']);

/** Every file below `folder` but those that are installed, built or tests; in a stable order. */
export function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (passedOver.has(entry.name) || entry.name.includes('.spec.')) return [];
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
}

/** One hash over the names and contents of `files`. */
export function fingerprint(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const content = readFileSync(file);
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** Whether `stamp` holds `value`: the work that the stamp stands for was finished on this very input. */
export function isStamped(stamp, value) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === value;
}

export function writeStamp(stamp, value) {
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, value);
}

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
