import { accessSync, constants } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes the folder and those above it where they are missing, for this account alone; answers whether it is new.
 * Rejects where it can't be written to. Not `recursive`, which never ends below /proc, where nothing can be made.
 */
export async function makeFolder(path: string): Promise<boolean> {
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

/** Why a folder can't be used, in words for the person. */
export function folderFault({ code }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return 'it, or something on the way to it, is a file and no folder';
    case 'EACCES':
    case 'EPERM':
      return 'this account may not write there';
    case 'EROFS':
      return 'it lies on a disk that is for reading only';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'there is no space left on its disk';
    case 'ENAMETOOLONG':
      return 'its name is too long';
    default:
      return `nothing can be kept there${code ? ` (${code})` : ''}`;
  }
}
