import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Refused } from '../journal-api.ts';

export interface EngineAddresses {
  log: string;
  database: string;
  vault: string;
  masterKey: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Where the engines are: as the environment says, else those of the journal that runs in DATA_DIR. */
export async function engineAddresses(environment: Environment): Promise<EngineAddresses> {
  const { folder, given, secrets } = await settingsOf(environment);
  const masterKey = given('MASTER_KEY') ?? secrets['MASTER_KEY'];
  if (!masterKey)
    throw new Refused(`MASTER_KEY is not set, and none can be read in ${join(folder, 'secrets.json')}.`);
  const database = await databaseAddress(environment);
  return {
    log: given('EVENT_STORE_URL') ?? (await embeddedPostgres(folder, secrets['POSTGRES_PASSWORD'])),
    database,
    vault: given('VAULT_URL') ?? database,
    masterKey,
  };
}

/** Where the read models are, in the same way. */
export async function databaseAddress(environment: Environment): Promise<string> {
  const { folder, given, secrets } = await settingsOf(environment);
  return given('DATABASE_URL') ?? embeddedPostgres(folder, secrets['POSTGRES_PASSWORD']);
}

async function settingsOf(environment: Environment) {
  const folder = resolve(environment['DATA_DIR']?.trim() || '.data');
  const secrets = await readFile(join(folder, 'secrets.json'), 'utf8').then(
    (text) => JSON.parse(text) as Record<string, string>,
    () => ({}) as Record<string, string>,
  );
  return { folder, secrets, given: (name: string) => environment[name]?.trim() || undefined };
}

/** The fourth line of the file that a running server keeps is its port. */
async function embeddedPostgres(folder: string, password = ''): Promise<string> {
  const file = join(folder, 'postgres', 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Refused(`No journal runs in ${folder}: start it, or set EVENT_STORE_URL and DATABASE_URL.`, {
      cause,
    });
  });
  const port = Number(text.split('\n')[3]);
  return `postgres://journal:${encodeURIComponent(password)}@127.0.0.1:${port}/journal`;
}
