import { join } from 'node:path';
import process from 'node:process';
import { embeddedSettings } from '../postgres/settings.ts';
import { supervisePostgres } from '../postgres/supervised-postgres.ts';
import type { DataFolder } from './data-folder.ts';
import { rememberEngines } from './folder-engines.ts';
import type { LauncherConfig } from './launcher.config.ts';
import { loadSecrets } from './secrets.ts';
import { Late, type StopRequest } from './stop-request.ts';

/** Starts an embedded engine for each URL that is unset, and has the folder remember the others, which `preflight` has checked. */
export async function startEngines(
  config: LauncherConfig,
  folder: DataFolder,
  /** `connections`: the maximum number to the embedded Postgres. */
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
  await rememberEngines(folder.path, config);
  let isGone = postgres === undefined;
  let wasKilled = false;
  void stop.late.then(() => {
    if (isGone) return;
    wasKilled = true;
    postgres?.kill();
  });
  const { POSTGRES_PASSWORD: _ours, ...handedOn } = secrets;
  const chosen = Object.entries({
    ...handedOn,
    ...config,
    DATA_DIR: folder.path,
    // A cluster's services trust their private network; here it is one of readers, who could each claim any address.
    TRUSTED_PROXIES: 'loopback',
    DATABASE_URL: config.DATABASE_URL ?? postgres?.url,
    EVENT_STORE_URL: config.EVENT_STORE_URL ?? postgres?.url,
  }).filter(([, value]) => value !== undefined);
  return {
    /** Every variable that a service may need, from the operator's environment or from here. */
    environment: Object.fromEntries(chosen.map(([name, value]) => [name, `${value}`])) as Record<
      string,
      string
    >,
    /** Resolves with the reason when an embedded engine has ended too often to be started again. */
    broken: postgres?.givenUp ?? new Promise<never>(() => undefined),
    /** Stops the embedded engines; close every connection before. Rejects where a stop was late and killed one. */
    async stop(): Promise<void> {
      await postgres?.stop();
      isGone = true;
      if (wasKilled)
        throw new Late('The stop took too long, so Postgres was killed; nothing acknowledged is lost.');
    },
  };
}

const consequences =
  /unexpected postmaster exit|crash of another server process|the database system is (starting up|shutting down|in recovery mode|not yet accepting connections)/;

/**
 * Returns a filter that passes on fatal errors of the embedded server's log, except those about connections that its
 * own end cuts.
 */
function passOnPostgres(stop: StopRequest): (line: string) => void {
  return (line) => {
    if (!stop.isRequested && / (FATAL|PANIC):/.test(line) && !consequences.test(line))
      process.stderr.write(`postgres: ${line}\n`);
  };
}
