import { accessSync, constants } from 'node:fs';
import { chmod, mkdir, open, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { acquireLock, FolderInUse, type FolderLock } from './folder-lock.ts';

export interface DataFolder extends FolderLock {
  path: string;
}

/**
 * Creates the folder if it is missing, and locks it for this process. Rejects with a message for the operator if
 * another launcher has locked it.
 */
export async function openDataFolder(name: string): Promise<DataFolder> {
  const path = resolve(name);
  try {
    const isNew = await makeFolder(path);
    if (!isNew) await closeToOthers(path);
    const real = await realpath(path);
    return { path: real, ...(await acquireLock(real)) };
  } catch (cause) {
    if (cause instanceof FolderInUse) throw cause;
    throw new Error(`DATA_DIR: ${path} cannot be used: ${folderFault(cause as NodeJS.ErrnoException)}`, {
      cause,
    });
  }
}

/** The file of secrets has its own mode; the folder only needs not to be writable by others. */
async function closeToOthers(path: string): Promise<void> {
  const { mode, uid } = await stat(path);
  if (uid === process.getuid?.() && (mode & 0o022) !== 0) await chmod(path, mode & 0o755);
}

/**
 * Creates the folder and missing parents, accessible to this account only. Resolves with whether it is new. Rejects if
 * it isn't writable. Not `recursive`, which never ends below /proc, where nothing can be created.
 */
async function makeFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch (failure) {
    const { code } = failure as NodeJS.ErrnoException;
    if (code === 'ENOENT' && !(await exists(dirname(path)))) {
      await makeFolder(dirname(path));
      return makeFolder(path);
    }
    if (code !== 'EEXIST' || !(await stat(path)).isDirectory()) throw failure;
    accessSync(path, constants.W_OK);
    return false;
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

const notFolder = 'it or a parent of it is a file, not a folder';
const notAllowed = 'this account has no permission to write there';
const noSpace = 'its disk is full';
const faults: Readonly<Record<string, string>> = {
  EEXIST: notFolder,
  ENOTDIR: notFolder,
  EACCES: notAllowed,
  EPERM: notAllowed,
  EROFS: 'its file system is read-only',
  ENOSPC: noSpace,
  EDQUOT: noSpace,
  ENAMETOOLONG: 'its name is too long',
};

/** Returns why a folder can't be used, as a message for the operator. */
const folderFault = ({ code = '' }: NodeJS.ErrnoException): string =>
  faults[code] ?? `it cannot store data${code && ` (${code})`}`;

/** Replaces a file atomically, readable by this account only. Resolves when its contents and name are on disk. */
export async function writeDurably(file: string, content: string): Promise<void> {
  const draft = `${file}.${process.pid}.new`;
  await writeFile(draft, content, { mode: 0o600, flush: true });
  await rename(draft, file);
  const folder = await open(dirname(file));
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
