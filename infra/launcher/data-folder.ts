import { accessSync, constants } from 'node:fs';
import { chmod, mkdir, realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { takeLock } from './folder-lock.ts';

export interface DataFolder {
  path: string;
  /** Tells a launcher that waits for the folder that this one is about to leave it. */
  leaving(): Promise<void>;
  /** Lets the next launcher in. */
  release(): Promise<void>;
}

/**
 * Makes the folder where it is missing and takes it for this process alone; rejects with a message for the
 * person where another launcher has it. A lock whose holder is dead is taken over.
 */
export async function openDataFolder(name: string): Promise<DataFolder> {
  const path = resolve(name);
  try {
    const isNew = (await mkdir(path, { recursive: true, mode: 0o700 })) !== undefined;
    accessSync(path, constants.W_OK);
    if (!isNew) await closeToOthers(path);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Error(`DATA_DIR: the folder ${path} can't be used (${code})`, { cause });
  }
  const real = await realpath(path);
  return { path: real, ...(await takeLock(real)) };
}

/** The secrets' file is closed by itself; the folder only must not let others write. */
async function closeToOthers(path: string): Promise<void> {
  const { mode, uid } = await stat(path);
  if (uid === process.getuid?.() && (mode & 0o022) !== 0) await chmod(path, mode & 0o755);
}
