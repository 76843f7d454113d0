import { join } from 'node:path';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { embeddedSettings } from '../postgres/settings.ts';
import type { DataFolder } from './data-folder.ts';
import type { LauncherConfig } from './launcher.config.ts';
import { loadSecrets } from './secrets.ts';

export interface Engines {
  /** Every variable that a service may want, each filled from the person's environment or from here. */
  environment: Record<string, string>;
  /** Resolves when an embedded engine has ended, for whatever reason; never where there is none. */
  ended: Promise<void>;
  /** Ends the embedded engines; close every connection before. */
  stop(): Promise<void>;
}

export interface EngineOptions {
  /** Most connections that the embedded Postgres takes. */
  connections: number;
  onLog: (line: string) => void;
}

/**
 * Brings an embedded engine for each URL that is unset; `preflight` has seen that the others can be used.
 */
export async function startEngines(
  config: LauncherConfig,
  folder: DataFolder,
  options: EngineOptions,
): Promise<Engines> {
  const secrets = await loadSecrets(folder.path);
  const isNeeded = !config.DATABASE_URL || !config.EVENT_STORE_URL;
  const postgres = isNeeded
    ? await startEmbeddedPostgres({
        folder: join(folder.path, 'postgres'),
        password: secrets.POSTGRES_PASSWORD,
        settings: { ...embeddedSettings, max_connections: `${options.connections}` },
        onLog: options.onLog,
      })
    : undefined;
  const { POSTGRES_PASSWORD: _ours, ...handedOn } = secrets;
  const chosen = Object.entries({
    ...handedOn,
    ...config,
    DATA_DIR: folder.path,
    DATABASE_URL: config.DATABASE_URL ?? postgres?.url,
    EVENT_STORE_URL: config.EVENT_STORE_URL ?? postgres?.url,
  }).filter(([, value]) => value !== undefined);
  return {
    environment: Object.fromEntries(chosen.map(([name, value]) => [name, `${value}`])),
    ended: postgres?.ended ?? new Promise<never>(() => undefined),
    stop: async () => postgres?.stop(),
  };
}
