import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type EngineVariable,
  engineVariables,
  type FolderEngines,
  isCompleteUrl,
  readEngines,
  withoutSecrets,
} from '../launcher/folder-engines.ts';
import { CommandError, readSettings, type Terminal } from './terminal.ts';

const purposes: Readonly<Record<EngineVariable, string>> = {
  EVENT_STORE_URL: 'its log',
  DATABASE_URL: 'its read models',
  VAULT_URL: 'its keys',
};

/**
 * Returns a function that resolves with the address of an engine: from the environment, else of the journal in
 * DATA_DIR. Rejects with `CommandError`, with what to set, if the folder doesn't record it, if the environment
 * contradicts the folder, or if an embedded Postgres isn't running. `needed` names the variables that the command
 * requires; if the environment has all of them, the folder is not read.
 */
export async function engineAddresses(environment: Terminal['environment'], needed: readonly string[]) {
  const settings = await readSettings(environment);
  const { folder, given } = settings;
  const missing = needed.filter((name) => given(name) === undefined);
  const kept = missing.length > 0 ? await readEngines(folder) : {};
  if (!kept) throw new CommandError(`No journal has been started in ${folder}: ${toSet(missing)}.`);
  for (const name of missing.length > 0 ? engineVariables : []) {
    const address = given(name);
    if (address !== undefined && withoutSecrets(address) !== kept[name])
      throw new CommandError(contradiction(folder, name, kept[name], missing));
  }

  return async function addressOf(name: EngineVariable): Promise<string> {
    const address = given(name);
    const remembered = kept[name];
    if (address !== undefined) return address;
    if (remembered === undefined)
      return name === 'VAULT_URL' ? addressOf('DATABASE_URL') : ownPostgres(settings, toSet(missing));
    if (isCompleteUrl(remembered)) return remembered;
    throw new CommandError(`The journal in ${folder} has ${purposes[name]} at ${remembered}: set ${name}.`);
  };
}

/** Resolves with the address of the read models, as `engineAddresses` finds it. */
export const databaseAddress = async (environment: Terminal['environment']): Promise<string> =>
  (await engineAddresses(environment, ['DATABASE_URL']))('DATABASE_URL');

const toSet = (names: readonly string[]) => `start it, or set ${names.join(' and ')}`;

const contradiction = (
  folder: string,
  name: EngineVariable,
  remembered: FolderEngines[EngineVariable],
  missing: readonly string[],
) =>
  `${name} does not match the journal in ${folder}, which keeps ${purposes[name]} ` +
  `${remembered === undefined ? 'in its own Postgres' : `at ${remembered}`}. ` +
  `Unset it for that journal; for another journal, also set ${missing.join(' and ')}.`;

async function ownPostgres(
  { folder, secret }: Awaited<ReturnType<typeof readSettings>>,
  otherwise: string,
): Promise<string> {
  const file = join(folder, 'postgres', 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new CommandError(`No journal is running in ${folder}: ${otherwise}.`, { cause });
  });
  // The fourth line of the file of a running server is its port.
  const port = Number(text.split('\n')[3]);
  return `postgres://journal:${encodeURIComponent(secret('POSTGRES_PASSWORD') ?? '')}@127.0.0.1:${port}/journal`;
}
