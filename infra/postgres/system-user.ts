import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface SystemUser {
  uid: number;
  gid: number;
}

/**
 * Postgres refuses to run as root. Answers the account that it runs under instead: the owner of a data
 * folder that is there already, else the account `postgres`, which is made where it is missing.
 * Answers undefined where this process is not root: then Postgres runs as whoever we are.
 */
export async function postgresUser(dataFolder: string): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(dataFolder).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return (await lookUp('postgres')) ?? (await createAccount());
}

async function lookUp(name: string): Promise<SystemUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

async function createAccount(): Promise<SystemUser> {
  try {
    await run('groupadd', ['--system', 'postgres']).catch(() => undefined);
    await run('useradd', ['--system', '--no-create-home', '-g', 'postgres', '-s', '/bin/false', 'postgres']);
  } catch (cause) {
    throw new Error(
      'Postgres does not run as root, and the account "postgres" could not be made for it. ' +
        'Start as another user, or name a server of your own in DATABASE_URL.',
      { cause },
    );
  }
  const made = await lookUp('postgres');
  if (!made) throw new Error('The account "postgres" was made but cannot be found.');
  return made;
}
