import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { embeddedSettings } from '../postgres/settings.ts';

/** The address of the Postgres that a running start has in its data folder. */
export async function databaseOf(dataFolder: string): Promise<string> {
  const { POSTGRES_PASSWORD = '' } = await secretsOf(dataFolder);
  const [, , , port] = (await readFile(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  return `postgres://journal:${encodeURIComponent(POSTGRES_PASSWORD)}@127.0.0.1:${port}/journal`;
}

/** That Postgres by itself, while no start runs. */
export async function startItsPostgres(dataFolder: string): Promise<EmbeddedPostgres> {
  const { POSTGRES_PASSWORD: password = '' } = await secretsOf(dataFolder);
  return startEmbeddedPostgres({
    folder: join(dataFolder, 'postgres'),
    password,
    settings: embeddedSettings,
  });
}

export async function secretsOf(dataFolder: string): Promise<Record<string, string>> {
  return JSON.parse(await readFile(join(dataFolder, 'secrets.json'), 'utf8'));
}
