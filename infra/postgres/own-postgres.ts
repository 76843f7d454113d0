import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openDataFolder, writeDurably } from '../launcher/data-folder.ts';
import { loadSecrets } from '../launcher/secrets.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { embeddedSettings } from './settings.ts';

/**
 * Starts the Postgres of a data folder, creating it if there is none. The folder is locked until it stops. Secrets that
 * don't exist yet are created with this master key.
 */
export async function startOwnPostgres(name: string, masterKey: string) {
  const folder = await openDataFolder(name);
  try {
    const cluster = join(folder.path, 'postgres');
    const secrets = join(folder.path, 'secrets.json');
    if (!(await stat(secrets).catch(() => undefined)))
      await writeDurably(secrets, `${JSON.stringify({ MASTER_KEY: masterKey })}\n`);
    const { POSTGRES_PASSWORD: password } = await loadSecrets(folder.path);
    const server = await startEmbeddedPostgres({ folder: cluster, password, settings: embeddedSettings });
    return { url: server.url, stop: () => server.stop().finally(() => folder.release()) };
  } catch (failure) {
    await folder.release();
    throw failure;
  }
}
