import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './environment.mjs';

const ignored = new Set(['node_modules', 'dist', 'e2e', 'fixtures', 'test-results']);

/** Returns every file below `folder`, except installed, built and test files, in a stable order. */
export function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (ignored.has(entry.name) || entry.name.includes('.spec.')) return [];
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
}

/** Returns one hash over the names and contents of `files`. */
function fingerprint(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const content = readFileSync(file);
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * Does `work` unless it was last finished on the same input, which `stamp` records. `inputs` lists the files that it
 * depends on; `isWhole` checks that its result still exists. Only one process of this clone does it at a time; the lock
 * of a dead process is taken over. `done` is printed with the seconds it took.
 */
export async function ensure({ name, stamp, inputs, isWhole = () => true, done }, work) {
  const isDone = (wanted) => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && isWhole();
  if (isDone(fingerprint(inputs()))) return;
  const lock = join(root, 'node_modules', `.journal-${name}.lock`);
  mkdirSync(dirname(lock), { recursive: true });
  for (let waited = 0; !acquire(lock); waited += 1) {
    if (waited === 5)
      process.stderr.write(`Waiting for another process that runs the same step (${name}) …\n`);
    await sleep(200);
  }
  try {
    const wanted = fingerprint(inputs());
    if (isDone(wanted)) return;
    const began = Date.now();
    // If the work fails, it may have changed what it made before: a return to the earlier input has to do it again.
    if (existsSync(stamp)) writeFileSync(stamp, '');
    await work();
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, wanted);
    process.stderr.write(`${done} (${((Date.now() - began) / 1_000).toFixed(1)} s).\n`);
  } finally {
    rmSync(lock, { force: true });
  }
}

function acquire(file) {
  try {
    writeFileSync(file, `${process.pid} ${startOf(process.pid)}`, { flag: 'wx' });
    return true;
  } catch (failure) {
    if (failure.code !== 'EEXIST') throw failure;
    if (!isHeld(file)) removeUnheld(file);
    return false;
  }
}

/** Removes a lock, unless another process has replaced it since: only one of those that read it can rename it. */
function removeUnheld(file) {
  const removed = `${file}.${process.pid}`;
  try {
    renameSync(file, removed);
    if (isHeld(removed)) writeFileSync(file, readFileSync(removed), { flag: 'wx' });
  } catch (failure) {
    if (failure.code !== 'ENOENT' && failure.code !== 'EEXIST') throw failure;
  }
  rmSync(removed, { force: true });
}

/**
 * Returns when a process was started: after a restart of the machine or the container, its number may soon be that of
 * another process. Empty if there is none, or the system does not tell.
 */
function startOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    // The program's name, in parentheses, may contain spaces and parentheses.
    return `${boot}/${status.slice(status.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    return '';
  }
}

/**
 * Whether the process that a lock names is running. Without a name, the disk was full, or it is being written now. A
 * lock that was released meanwhile counts as held, because the next one may already have it.
 */
function isHeld(file) {
  try {
    const [holder, started = ''] = readFileSync(file, 'utf8').split(' ');
    if (!Number(holder)) return Math.abs(Date.now() - statSync(file).mtimeMs) < 5_000;
    const running = startOf(holder);
    if (started && running) return started === running;
    process.kill(Number(holder), 0);
    return Number(holder) !== process.pid;
  } catch (failure) {
    return failure.code === 'EPERM' || failure.code === 'ENOENT';
  }
}
