import { chmod, realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { FolderInUse, takeLock } from './folder-lock.ts';
import { folderFault, makeFolder } from './make-folder.ts';

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
    const isNew = await makeFolder(path);
    if (!isNew) await closeToOthers(path);
    const real = await realpath(path);
    return { path: real, ...(await takeLock(real)) };
  } catch (cause) {
    if (cause instanceof FolderInUse) throw cause;
    throw new Error(`DATA_DIR: ${path} can't be used: ${folderFault(cause as NodeJS.ErrnoException)}`, {
      cause,
    });
  }
}

/** The secrets' file is closed by itself; the folder only must not let others write. */
async function closeToOthers(path: string): Promise<void> {
  const { mode, uid } = await stat(path);
  if (uid === process.getuid?.() && (mode & 0o022) !== 0) await chmod(path, mode & 0o755);
}
