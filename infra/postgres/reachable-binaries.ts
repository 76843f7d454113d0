import { chmod, cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Binaries, findBinaries } from './binaries.ts';
import type { SystemUser } from './system-user.ts';

/** Where root keeps a copy of the programs when the account of Postgres cannot reach the installed ones. */
const cache = '/var/cache/journal-postgres';

/**
 * Answers the folder of Postgres programs that `user` can execute. A clone below a folder that only root
 * may enter (a home of mode 0700, for example) gets a copy of the programs, once for each version.
 */
export async function reachableBinaries(user: SystemUser | undefined): Promise<string> {
  const binaries = findBinaries();
  if (!user || (await canEnter(binaries.root, user))) return binaries.root;
  return copyOf(binaries).catch((cause: unknown) => {
    throw new Error(
      `The account "postgres" can't reach ${binaries.root}, and no copy could be made in ${cache}. ` +
        'Start as another user, or from a folder that everybody may enter.',
      { cause },
    );
  });
}

async function canEnter(folder: string, user: SystemUser): Promise<boolean> {
  const { mode, uid, gid } = await stat(folder);
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return false;
  const parent = dirname(folder);
  return parent === folder || canEnter(parent, user);
}

async function copyOf({ root, version }: Binaries): Promise<string> {
  const copy = join(cache, version);
  if (await stat(copy).catch(() => undefined)) return copy;
  const partial = `${copy}.${process.pid}`;
  await mkdir(cache, { recursive: true });
  await chmod(cache, 0o755);
  await cp(root, partial, { recursive: true, verbatimSymlinks: true });
  await chmod(partial, 0o755);
  await rename(partial, copy).catch(async (failure) => {
    await rm(partial, { recursive: true, force: true });
    if (!(await stat(copy).catch(() => undefined))) throw failure;
  });
  return copy;
}
