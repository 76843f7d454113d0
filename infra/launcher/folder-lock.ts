import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning, processIdentity } from './processes.ts';

interface Holder {
  pid: number;
  /** Distinguishes a process from a later one with the same pid. */
  identity: string;
  leaving: boolean;
}

export interface FolderLock {
  /** From now on other launchers wait instead of giving up. */
  leaving(): Promise<void>;
  /** Removes the lock, unless another launcher has it by now. */
  release(): Promise<void>;
}

/** Another running launcher has the folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

const maxWait = 12_000;

/**
 * Takes `launcher.lock` in `folder`. Waits for a holder that is leaving, as after a restart; rejects while
 * another launcher lives there.
 */
export async function takeLock(folder: string): Promise<FolderLock> {
  const file = join(folder, 'launcher.lock');
  const own: Holder = { pid: process.pid, identity: processIdentity(process.pid), leaving: false };
  const deadline = Date.now() + maxWait;
  while (!(await create(file, JSON.stringify(own)))) {
    const found = await readFile(file, 'utf8').catch(() => undefined);
    if (found === undefined) continue;
    const holder = parse(found);
    if (!holder || !isAlive(holder)) await removeStale(file, found);
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

function isAlive({ pid, identity }: Holder): boolean {
  return isRunning(pid) && processIdentity(pid) === identity;
}

async function isHeldBy(own: Holder, file: string): Promise<boolean> {
  const holder = parse(await readFile(file, 'utf8').catch(() => ''));
  return holder?.pid === own.pid && holder.identity === own.identity;
}

/** Replaces the content atomically: a waiting launcher would take an empty lock for a dead one. */
async function replace(file: string, content: string): Promise<void> {
  const draft = `${file}.${process.pid}.leaving`;
  await writeFile(draft, content, { mode: 0o600 });
  await rename(draft, file);
}

/** Creates the file with its content atomically, so that nobody reads half a lock. */
async function create(file: string, content: string): Promise<boolean> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, content, { mode: 0o600 });
  try {
    await link(draft, file);
    return true;
  } catch (failure) {
    if (!isThere(failure)) throw failure;
    return false;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Milliseconds after which whoever was removing a dead lock has died, too. */
const maxRemoval = 5_000;

/**
 * Removes a lock if it still has this content. One launcher at a time: of two that found the same dead lock, the slower
 * one would otherwise remove the lock that the faster one has made since.
 */
async function removeStale(file: string, content: string): Promise<void> {
  const guard = `${file}.removing`;
  try {
    await writeFile(guard, '', { flag: 'wx', mode: 0o600 });
  } catch (failure) {
    if (!isThere(failure)) throw failure;
    const since = await stat(guard).catch(() => undefined);
    if (since && Date.now() - since.mtimeMs > maxRemoval) await rm(guard, { force: true });
    return sleep(10);
  }
  try {
    if ((await readFile(file, 'utf8').catch(() => undefined)) === content) await rm(file, { force: true });
  } finally {
    await rm(guard, { force: true });
  }
}

const isThere = (failure: unknown) => (failure as NodeJS.ErrnoException).code === 'EEXIST';

function parse(content: string): Holder | undefined {
  try {
    return JSON.parse(content) as Holder;
  } catch {
    return undefined;
  }
}
