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
  const folder = resolve(environment['DATA_DIR']?.trim() || '.data');
  const given = (name: string) => environment[name]?.trim() || undefined;
  const secrets = await readFile(join(folder, 'secrets.json'), 'utf8').then(
    (text) => JSON.parse(text) as Record<string, string>,
    () => ({}) as Record<string, string>,
  );
  const masterKey = given('MASTER_KEY') ?? secrets['MASTER_KEY'];
  if (!masterKey)
    throw new Refused(`MASTER_KEY is not set, and none can be read in ${join(folder, 'secrets.json')}.`);
  const needsOwn = !given('DATABASE_URL') || !given('EVENT_STORE_URL');
  const own = needsOwn ? await embeddedPostgres(folder, secrets['POSTGRES_PASSWORD']) : '';
  const database = given('DATABASE_URL') ?? own;
  return {
    log: given('EVENT_STORE_URL') ?? own,
    database,
    vault: given('VAULT_URL') ?? database,
    masterKey,
  };
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
