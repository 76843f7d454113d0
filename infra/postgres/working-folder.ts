import { platform } from 'node:os';

/**
 * How a process started in `folder` names that folder. On Linux it is a name that needs no way through the
 * parents: root may start Postgres, under another account, in a folder whose parents only root can enter.
 */
export function workingFolder(folder: string): string {
  return platform() === 'linux' ? '/proc/self/cwd' : folder;
}
