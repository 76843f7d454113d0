import { createHash } from 'node:crypto';
import { access, constants, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

export interface FolderLock {
  /** Records in the folder where the journal listens, for the command line. */
  listensAt(url: string): Promise<void>;
  /** From now on other launchers wait instead of giving up. */
  leaving(): Promise<void>;
  release(): Promise<void>;
}

/** Another running launcher has locked the folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

/** Who has locked the folder, for launchers that can't. */
interface Holder {
  pid: number;
  leaving: boolean;
  /** Address where it listens; absent until it does. */
  url?: string;
  /** Hash of the master key that the folder contained when it was locked. */
  masterKey?: string | undefined;
}

const maxWait = 12_000;

/**
 * Locks `folder` for this process. Waits for a holder that is leaving, as after a restart; rejects with `FolderInUse`
 * if another launcher is running there. The operating system releases the lock however its holder ends.
 */
export async function acquireLock(folder: string): Promise<FolderLock> {
  const holderFile = join(folder, 'launcher.holder');
  let holder: Holder = { pid: process.pid, leaving: false };
  const announce = (news: Partial<Holder> = {}) => {
    holder = { ...holder, ...news };
    return writeFile(holderFile, JSON.stringify(holder), { mode: 0o600 });
  };
  const deadline = performance.now() + maxWait;
  const lock = await openLock(join(folder, 'launcher.sqlite'));
  try {
    while (!tryAcquire(lock)) {
      const other = await readHolder(holderFile);
      if ((other && !other.leaving) || performance.now() > deadline) {
        const who = other ? ` (process ${other.pid})` : '';
        throw new FolderInUse(`DATA_DIR: ${folder} is in use by another process of the journal${who}`);
      }
      await sleep(50);
    }
    await announce({ masterKey: await hashOfMasterKey(folder) });
  } catch (failure) {
    lock.close();
    throw failure;
  }
  return {
    // If it can't be written, launchers that come meanwhile are refused instead of waiting.
    leaving: () => announce({ leaving: true }).catch(() => {}),
    listensAt: (url) => announce({ url }),
    async release() {
      await rm(holderFile, { force: true });
      lock.close();
    },
  };
}

/**
 * Resolves with the address of the journal running in `folder`; undefined if none is. A killed journal's leftovers are
 * recognised, even if its process id is in use again: the system has released its lock.
 */
export async function readRunningUrl(folder: string): Promise<string | undefined> {
  const holder = await readHolder(join(folder, 'launcher.holder'));
  return holder?.url !== undefined && isLocked(join(folder, 'launcher.sqlite')) ? holder.url : undefined;
}

/** Whether the folder contains another master key than when the journal that runs in it was started. */
export async function isMasterKeyNewer(folder: string): Promise<boolean> {
  if ((await readRunningUrl(folder)) === undefined) return false;
  const holder = await readHolder(join(folder, 'launcher.holder'));
  return holder?.masterKey !== (await hashOfMasterKey(folder));
}

/** Resolves with undefined if the folder contains no key yet, or none that can be read. */
async function hashOfMasterKey(folder: string): Promise<string | undefined> {
  try {
    const secrets = JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8'));
    return createHash('sha256').update(`${secrets.MASTER_KEY}`).digest('hex');
  } catch {
    return undefined;
  }
}

/** Whether a launcher has the lock. Requests only a read lock, which takes it from nobody. */
function isLocked(file: string): boolean {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(file, { readOnly: true });
    lock.exec('SELECT 1 FROM sqlite_schema');
    return false;
  } catch (failure) {
    return (failure as { errcode?: number }).errcode === busy;
  } finally {
    lock?.close();
  }
}

/**
 * Opens an SQLite database only for its lock: Node has no file locks. The file is never removed, or two processes could
 * have the lock, and is opened only by SQLite: the system drops a process's locks on a file with each descriptor it
 * closes.
 */
async function openLock(file: string): Promise<DatabaseSync> {
  try {
    await writeFile(file, '', { flag: 'wx', mode: 0o600 });
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'EEXIST') throw failure;
    // Fails with the file system's error code, which SQLite would hide.
    await access(file, constants.W_OK);
  }
  return new DatabaseSync(file);
}

const busy = 5;

function tryAcquire(lock: DatabaseSync): boolean {
  try {
    lock.exec('PRAGMA journal_mode = memory; BEGIN EXCLUSIVE');
    return true;
  } catch (failure) {
    if ((failure as { errcode?: number }).errcode !== busy) throw failure;
    return false;
  }
}

/** Resolves with undefined while nothing, or only half of it, is written. */
async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}
