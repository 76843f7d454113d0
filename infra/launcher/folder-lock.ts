import { readFileSync } from 'node:fs';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

interface Holder {
  pid: number;
  /** Tells a process from a later one with the same number. */
  identity: string;
  leaving: boolean;
}

export interface FolderLock {
  /** From now on other launchers wait instead of giving up. */
  leaving(): Promise<void>;
  /** Removes the lock, unless another launcher has it by now. */
  release(): Promise<void>;
}

/** Another launcher that lives has the folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

const longestWait = 12_000;

/**
 * Takes `launcher.lock` in `folder`. Waits for a holder that is leaving, as after a restart; rejects while
 * another launcher lives there.
 */
export async function takeLock(folder: string): Promise<FolderLock> {
  const file = join(folder, 'launcher.lock');
  const own: Holder = { pid: process.pid, identity: processIdentity(process.pid), leaving: false };
  const deadline = Date.now() + longestWait;
  while (!(await create(file, JSON.stringify(own)))) {
    const found = await readFile(file, 'utf8').catch(() => undefined);
    if (found === undefined) continue;
    const holder = parse(found);
    if (!holder || !isSameProcess(holder.pid, holder.identity)) await removeStale(file, found);
    else if (!holder.leaving || Date.now() > deadline)
      throw new FolderInUse(
        `DATA_DIR: ${folder} is in use by another start of the journal (process ${holder.pid})`,
      );
    else await sleep(50);
  }
  return {
    async leaving() {
      if (await isHeldBy(own, file)) await replace(file, JSON.stringify({ ...own, leaving: true }));
    },
    async release() {
      if (await isHeldBy(own, file)) await rm(file, { force: true });
    },
  };
}

async function isHeldBy(own: Holder, file: string): Promise<boolean> {
  const holder = parse(await readFile(file, 'utf8').catch(() => ''));
  return holder?.pid === own.pid && holder.identity === own.identity;
}

/** The content changes at once: a launcher that waits would take an empty lock for a dead one. */
async function replace(file: string, content: string): Promise<void> {
  const draft = `${file}.${process.pid}.leaving`;
  await writeFile(draft, content, { mode: 0o600 });
  await rename(draft, file);
}

/** Appears with its content or not at all, so that nobody reads half a lock. */
async function create(file: string, content: string): Promise<boolean> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, content, { mode: 0o600 });
  try {
    await link(draft, file);
    return true;
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'EEXIST') throw failure;
    return false;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Two launchers may find the same dead lock: whoever moved a newer lock away by mistake puts it back. */
async function removeStale(file: string, content: string): Promise<void> {
  const aside = `${file}.${process.pid}.stale`;
  try {
    await rename(file, aside);
    if ((await readFile(aside, 'utf8')) !== content) await link(aside, file).catch(() => undefined);
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'ENOENT') throw failure;
  }
  await rm(aside, { force: true });
}

function parse(content: string): Holder | undefined {
  try {
    return JSON.parse(content) as Holder;
  } catch {
    return undefined;
  }
}

/** The fields of a process that follow its name; none where there is no such process, or no /proc. */
function fields(pid: number): string[] {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name, in brackets, may hold spaces and brackets.
    return status.slice(status.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** What tells process `pid` from a later one of the same number: on Linux, when it began; elsewhere nothing. */
export function processIdentity(pid: number): string {
  return fields(pid)[19] ?? '';
}

/** Whether the process runs. One that has ended but that nobody has reaped, as in a container without init, does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !['Z', 'X'].includes(fields(pid)[0] ?? '');
}

/** Whether `pid` runs and is still the process that had this identity. */
export function isSameProcess(pid: number, identity: string): boolean {
  return isRunning(pid) && processIdentity(pid) === identity;
}
