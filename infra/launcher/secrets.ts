import { randomBytes } from 'node:crypto';
import { chmod, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from './data-folder.ts';

export type Secrets = ReturnType<typeof newSecrets>;

/** Returns new secrets, with which nothing is sealed yet. */
export const newSecrets = () => ({
  MASTER_KEY: randomBytes(32).toString('base64'),
  SERVICE_TOKEN: randomBytes(32).toString('base64url'),
  /** Comma-separated; the first encrypts, all decrypt. */
  SESSION_KEYS: randomBytes(32).toString('base64'),
  POSTGRES_PASSWORD: randomBytes(24).toString('base64url'),
});

/**
 * Resolves with the secrets of `dataFolder`: created once, with mode 0600, and on disk before they are used. Rejects if
 * the file is missing beside data that was sealed with its keys: new keys could not open it.
 */
export async function loadSecrets(dataFolder: string): Promise<Secrets> {
  const file = join(dataFolder, 'secrets.json');
  const found = await read(file);
  if (!found && (await stat(join(dataFolder, 'postgres')).catch(() => undefined))) {
    throw new Error(
      `DATA_DIR: ${file} is missing, but ${dataFolder} contains a journal encrypted with its keys. ` +
        'Put the file back, or start with another DATA_DIR.',
    );
  }
  const kept = Object.entries(found ?? {}).filter(([, value]) => value);
  const secrets: Secrets = { ...newSecrets(), ...Object.fromEntries(kept) };
  if (Object.keys(secrets).length > kept.length)
    await writeDurably(file, `${JSON.stringify(secrets, null, 2)}\n`);
  return secrets;
}

async function read(file: string): Promise<Partial<Secrets> | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
    await chmod(file, 0o600);
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`DATA_DIR: ${file} cannot be read (${(failure as NodeJS.ErrnoException).code})`, {
      cause: failure,
    });
  }
  try {
    return JSON.parse(text) as Partial<Secrets>;
  } catch (cause) {
    throw new Error(`DATA_DIR: ${file} is not valid JSON; replace it with an intact copy`, { cause });
  }
}
