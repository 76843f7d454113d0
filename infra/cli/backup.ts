import { stat } from 'node:fs/promises';
import { openEventStore, StoreUnavailable } from '@journal/event-store';
import { createPool, isUnreachable } from '@journal/postgres';
import { UnfinishedRestore, WrongMasterKey } from '@journal/vault';
import {
  engineVariables,
  type FolderEngines,
  forgottenEngines,
  rememberEngines,
} from '../launcher/folder-engines.ts';
import { newSecrets } from '../launcher/secrets.ts';
import { writeBackup, writeList } from './backup-files/backup.ts';
import { checkForgotten } from './backup-files/manifest.ts';
import { NotRestorable } from './backup-files/not-restorable.ts';
import { checkBackup, restoreBackup } from './backup-files/restore.ts';
import { engineAddresses } from './engine-addresses.ts';
import { writeSecrets } from './keys.ts';
import { CommandError, checkOutlives, fileOf, messageOf, readSettings, type Terminal } from './terminal.ts';

type Addresses = { readonly log: string; readonly database: string; readonly vaultUrl: string };

async function openEngines(
  { log, database, vaultUrl }: Addresses,
  applicationName: string,
  open: AsyncDisposableStack,
) {
  const isReader = applicationName !== 'journal restore';
  const store = await openEventStore(log, { applicationName, isReader });
  open.defer(() => store.close());
  const pool = createPool(database, { applicationName, max: 2 });
  open.defer(() => pool.end());
  return { store, pool, vaultUrl };
}

async function addressesOf(environment: Terminal['environment']): Promise<Addresses> {
  const addressOf = await engineAddresses(environment, ['EVENT_STORE_URL', 'DATABASE_URL']);
  const [log, database] = [await addressOf('EVENT_STORE_URL'), await addressOf('DATABASE_URL')];
  return { log, database, vaultUrl: await addressOf('VAULT_URL') };
}

/** Writes a backup, or only the list of the forgotten, into a new folder. */
export async function backUp(
  { command, folder: named }: { command: 'backup' | 'forgotten'; folder: string },
  { environment, messages }: Terminal,
): Promise<void> {
  const folder = fileOf(environment, named);
  if (await stat(folder).catch(() => undefined)) throw new CommandError(`${folder} already exists.`);
  await checkOutlives(environment, folder);
  const open = new AsyncDisposableStack();
  try {
    const engines = await openEngines(await addressesOf(environment), 'journal backup', open);
    if (command === 'forgotten') {
      const records = await writeList(engines, folder);
      messages.write(`Done: ${records} records of erased people and pieces, in ${folder}.\n`);
      return;
    }
    const { files, ledger } = await writeBackup(engines, folder);
    messages.write(
      `Done: ${files.events.records} events and ${files.vault.records} vault records, in ${folder}.\n`,
    );
    if (ledger) messages.write(`The ledger's head is ${ledger}.\n`);
    messages.write(
      'It can be read with MASTER_KEY alone, which is not in it: keep secrets.json apart, of a cluster .env.\n',
    );
  } catch (cause) {
    if (cause instanceof UnfinishedRestore) throw new CommandError(cause.message, { cause });
    if (cause instanceof StoreUnavailable || isUnreachable(cause) || isOfFiles(cause))
      throw new CommandError(`${messageOf(cause)}. Nothing was backed up.`, { cause });
    throw cause;
  } finally {
    await open.disposeAsync();
  }
}

const codesOfFiles = [
  ...['EACCES', 'EDQUOT', 'EIO', 'ENOENT', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS'],
  // Another backup of that name was faster.
  ...['EEXIST', 'ENOTEMPTY'],
];

/** Whether the folder can't be created or written: no space, no permission, no such path. */
const isOfFiles = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && codesOfFiles.includes(String(error.code));

/** Restores a backup into empty engines or an empty DATA_DIR, or resumes an interrupted restore. */
export async function restore(
  { folder: named, forgotten }: { folder: string; forgotten?: string },
  { environment, messages }: Terminal,
): Promise<void> {
  const folder = fileOf(environment, named);
  const lists = forgotten === undefined ? [] : [fileOf(environment, forgotten)];
  const { folder: dataFolder, file, given, secret } = await readSettings(environment);
  const masterKey = secret('MASTER_KEY');
  if (!masterKey)
    throw new CommandError(`MASTER_KEY is not set, and ${file} has none: put a copy of secrets.json there.`);
  const open = new AsyncDisposableStack();
  try {
    const times = new Map<string, string | undefined>();
    for (const list of lists) times.set(list, await checkForgotten(list));
    const manifest = await checkBackup(folder, masterKey);
    for (const [list, takenAt] of times)
      if (takenAt === undefined)
        messages.write(
          `The list in ${list} was written by an older version and has no checksum: check that it is complete.\n`,
        );
      else if (takenAt < manifest.takenAt)
        messages.write(
          `The list in ${list} is older than the backup: people erased after the backup will be back. If you have a newer list, empty the target and restore again with it.\n`,
        );
    const [log, database] = [given('EVENT_STORE_URL'), given('DATABASE_URL')];
    const own = log && database ? undefined : await ownPostgres(environment, masterKey, open);
    const addresses = { log: log ?? own ?? '', database: database ?? own ?? '' };
    const vaultUrl = given('VAULT_URL') ?? addresses.database;
    const engines = await openEngines({ ...addresses, vaultUrl }, 'journal restore', open);
    const keepsOrder = /^postgres/.test(addresses.log);
    let isWaiting = false;
    const onOutage = ({ message }: Error) => {
      if (!isWaiting) messages.write(`${message}. Retrying for a minute.\n`);
      isWaiting = true;
    };
    // If both engines are named, this may be a rehearsal beside the journal that uses the folder.
    const getsKeys = own !== undefined && !given('SESSION_KEYS');
    const onAccepted = async () => {
      const { SESSION_KEYS } = newSecrets();
      if (getsKeys) await writeSecrets(await readSettings(environment), { SESSION_KEYS });
      // A start without the others would begin with an empty engine in the place of a restored one.
      const named = engineVariables.map((name) => [name, given(name)] as const).filter(([, url]) => url);
      if (own) await rememberEngines(dataFolder, Object.fromEntries(named) as FolderEngines);
    };
    const target = { ...engines, keepsOrder, onOutage, onAccepted };
    const restored = await restoreBackup(folder, manifest, target, lists).catch((cause: Error) => {
      if (cause instanceof NotRestorable) throw cause;
      throw new CommandError(`${messageOf(cause)}. ${toGoOn}`, { cause });
    });
    messages.write(
      `Done: ${restored.events} events, as of ${manifest.takenAt}. Start the journal: the workers build the rest.\n`,
    );
    if (restored.leftOut > 0)
      messages.write(
        `${restored.leftOut} events that others wrote cannot be stored here and were left out: run audit verify without --since.\n`,
      );
    if (lists.length === 0)
      messages.write(
        'People erased after the backup are back. If you have a newer list, empty the target and restore again with --forgotten.\n',
      );
    messages.write(
      'Plans that came due since the backup are carried out at the start, even if they were cancelled later: look at what was published.\n',
    );
    messages.write(
      getsKeys
        ? `Everybody has to sign in again: SESSION_KEYS in ${file} was replaced, because sessions that ended after the backup would be valid again.\n`
        : 'Sessions that ended after the backup are valid again, and those of users who have written since are refused (503): replace SESSION_KEYS (in secrets.json, in a cluster in .env) with the output of openssl rand -base64 32, so that everybody has to sign in again.\n',
    );
    if (manifest.ledger && restored.leftOut === 0)
      messages.write(`Then check that the log is intact: journal audit verify --since ${manifest.ledger}\n`);
  } catch (cause) {
    if (cause instanceof NotRestorable) throw new CommandError(cause.message, { cause });
    if (cause instanceof WrongMasterKey)
      throw new CommandError(
        'MASTER_KEY does not match the journal of this backup. If it was taken while the key was changed, put the previous key after the new one. Nothing was restored.',
        { cause },
      );
    throw cause;
  } finally {
    await open.disposeAsync();
  }
}

const toGoOn =
  'The restore is not finished, and no journal can start there: run the same command again to continue.';

/**
 * Starts the data folder's Postgres, creating it if there is none, and resolves with its address. Rejects with
 * `CommandError` if the folder records an engine of its journal that the environment doesn't name.
 */
async function ownPostgres(
  environment: Terminal['environment'],
  masterKey: string,
  open: AsyncDisposableStack,
) {
  if (environment['IN_CONTAINER'])
    throw new CommandError('Set EVENT_STORE_URL and DATABASE_URL: a container keeps no data.');
  const { folder } = await readSettings(environment);
  // The journal of this folder would be started with those engines, and not with what was restored here.
  const forgotten = await forgottenEngines(folder, environment);
  if (forgotten.length > 0) throw new CommandError(forgotten.join('\n'));
  const { startOwnPostgres } = await import('../postgres/own-postgres.ts');
  const server = await startOwnPostgres(folder, masterKey);
  open.defer(() => server.stop());
  return server.url;
}
