import { join } from 'node:path';
import process from 'node:process';
import { embeddedSettings } from '../postgres/settings.ts';
import { supervisePostgres } from '../postgres/supervised-postgres.ts';
import type { DataFolder } from './data-folder.ts';
import { engineVariables, rememberEngines } from './folder-engines.ts';
import type { LauncherConfig } from './launcher.config.ts';
import { loadSecrets } from './secrets.ts';
import { ShutdownTimeout, type StopRequest } from './stop-request.ts';

/**
 * Starts an embedded Postgres if DATABASE_URL or EVENT_STORE_URL is unset, and records in the folder which engines were
 * named. `preflight` has checked those.
 */
export async function startEngines(
  config: LauncherConfig,
  folder: DataFolder,
  /** `connections`: maximum number of connections to the embedded Postgres. */
  { connections, stop }: { connections: number; stop: StopRequest },
) {
  const secrets = await loadSecrets(folder.path);
  const isNeeded = !config.DATABASE_URL || !config.EVENT_STORE_URL;
  const postgres = isNeeded
    ? await supervisePostgres(
        {
          folder: join(folder.path, 'postgres'),
          password: secrets.POSTGRES_PASSWORD,
          settings: { ...embeddedSettings, max_connections: `${connections}` },
          onLog: passOnPostgres(stop),
        },
        (line) => process.stderr.write(`${line}\n`),
      )
    : undefined;
  const { POSTGRES_PASSWORD: _ours, ...handedOn } = secrets;
  const chosen = Object.entries({
    ...handedOn,
    ...config,
    DATA_DIR: folder.path,
    // A cluster's services trust their private network; here, that is the readers' network, who could claim any
    // address.
    TRUSTED_PROXIES: 'loopback',
    DATABASE_URL: config.DATABASE_URL ?? postgres?.url,
    EVENT_STORE_URL: config.EVENT_STORE_URL ?? postgres?.url,
  }).filter(([, value]) => value !== undefined);
  /** Every variable that a service may need, from the operator's environment or set here. */
  const environment = Object.fromEntries(chosen.map(([name, value]) => [name, `${value}`])) as Record<
    string,
    string
  >;
  try {
    // Log and vault of its own Postgres belong together.
    if (engineVariables.some((name) => config[name]))
      await (await import('./check-vault.ts')).checkVault(environment);
    await rememberEngines(folder.path, config);
  } catch (failure) {
    await postgres?.stop();
    throw failure;
  }
  let isGone = postgres === undefined;
  let wasKilled = false;
  void stop.overdue.then(() => {
    if (isGone) return;
    wasKilled = true;
    postgres?.kill();
  });
  return {
    environment,
    /** Resolves with the reason once an embedded engine has ended too often to be restarted. */
    broken: postgres?.givenUp ?? new Promise<never>(() => undefined),
    /** Stops the embedded engines; close every connection first. Rejects if a late stop killed one. */
    async stop(): Promise<void> {
      await postgres?.stop();
      isGone = true;
      if (wasKilled)
        throw new ShutdownTimeout(
          'Stopping took too long, so Postgres was killed; no acknowledged data is lost.',
        );
    },
  };
}

const consequences =
  /unexpected postmaster exit|crash of another server process|the database system is (starting up|shutting down|in recovery mode|not yet accepting connections)/;

/**
 * Returns a filter that passes on fatal errors from the embedded server's log, except those about connections that are
 * cut when it ends.
 */
function passOnPostgres(stop: StopRequest): (line: string) => void {
  return (line) => {
    if (!stop.isRequested && / (FATAL|PANIC):/.test(line) && !consequences.test(line))
      process.stderr.write(`postgres: ${line}\n`);
  };
}
