import { randomBytes } from 'node:crypto';
import { isUndefinedTable } from '@journal/postgres';
import { rotateMasterKey, WrongMasterKey } from '@journal/vault';
import { writeDurably } from '../launcher/data-folder.ts';
import { isMasterKeyNewer } from '../launcher/folder-lock.ts';
import { engineAddresses } from './engine-addresses.ts';
import { CommandError, readSettings, type Terminal } from './terminal.ts';

type Settings = Awaited<ReturnType<typeof readSettings>>;

/**
 * Adds a new master key and a new session key in front of those in the data folder. Rejects with `CommandError` if it
 * has none.
 */
export async function addKeys({ environment, messages }: Terminal): Promise<void> {
  const settings = await readSettings(environment);
  const { MASTER_KEY, SESSION_KEYS } = settings.secrets();
  const named = ['MASTER_KEY', 'SESSION_KEYS'].filter((name) => settings.given(name) !== undefined);
  if (named.length > 0)
    throw new CommandError(
      `${named.join(' and ')} set in the environment: put the new key before the old one there.`,
    );
  if (!MASTER_KEY || !SESSION_KEYS) throw new CommandError(`${settings.file} contains no keys.`);
  if (MASTER_KEY.includes(','))
    throw new CommandError(
      'There is already a new master key: restart the journal, then run journal keys rotate.',
    );
  const before = (keys: string) => `${randomBytes(32).toString('base64')},${keys}`;
  await writeSecrets(settings, { MASTER_KEY: before(MASTER_KEY), SESSION_KEYS: before(SESSION_KEYS) });
  messages.write('Done. Restart the journal so that it reads the new keys, then run journal keys rotate.\n');
}

/**
 * Wraps the vault's keys with the first master key. If that isn't possible yet, rejects with `CommandError` and what to
 * do.
 */
export async function rotateKeys({ environment, messages }: Terminal): Promise<void> {
  const settings = await readSettings(environment);
  const masterKey = settings.secret('MASTER_KEY');
  if (!masterKey) throw new CommandError(`MASTER_KEY is not set, and ${settings.file} has none.`);
  const isOurs = settings.given('MASTER_KEY') === undefined;
  const addressOf = await engineAddresses(environment, ['DATABASE_URL', 'MASTER_KEY']);
  const url = await addressOf('VAULT_URL');
  // With one key there is no new one: the file was written at the end of a rotation.
  if (isOurs && masterKey.includes(',') && (await isMasterKeyNewer(settings.folder)))
    throw new CommandError('The running journal was started before the new key was added: restart it first.');
  const rewrapped = await rotateMasterKey({ url, masterKey }).catch((cause: unknown) => {
    if (cause instanceof WrongMasterKey)
      throw new CommandError(`${cause.message}. Put the previous key after the new one.`, { cause });
    throw isUndefinedTable(cause)
      ? new CommandError('There is no vault at VAULT_URL or DATABASE_URL.', { cause })
      : cause;
  });
  const [first = ''] = masterKey.split(',');
  if (isOurs) await writeSecrets(settings, { MASTER_KEY: first.trim() });
  messages.write(`${rewrapped} keys were rewrapped. All are now wrapped with the first master key.\n`);
  messages.write(
    isOurs
      ? 'The previous key was removed from the data folder: keep it as long as backups from before today.\n'
      : 'Remove the previous key from MASTER_KEY, and keep it as long as backups from before today.\n',
  );
}

/** Replaces some of the secrets in the data folder. */
export const writeSecrets = ({ file, secrets }: Settings, changed: Record<string, string>): Promise<void> =>
  writeDurably(file, `${JSON.stringify({ ...secrets(), ...changed }, null, 2)}\n`);
