import { ConfigError, type Environment } from '@journal/service-kit';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import { engineFaults } from './engine-checks.ts';
import { forgottenEngines } from './folder-engines.ts';
import { FolderInUse } from './folder-lock.ts';
import { type LauncherConfig, readLauncherConfig } from './launcher.config.ts';
import { listenFault } from './listen-on.ts';

export interface PreflightResult {
  config: LauncherConfig;
  /** Locked for this process. */
  folder: DataFolder;
}

/**
 * Checks the configuration before anything is started. Rejects with one `ConfigError` that lists every fault: variables
 * that can't be read, a folder or a port that can't be used, engines that don't answer.
 */
export async function preflight(env: Environment): Promise<PreflightResult> {
  const { config, faults } = readLauncherConfig(env);
  // First, because a launcher that is leaving releases the port before the folder.
  const folder = await openDataFolder(config.DATA_DIR).catch((failure: Error) => failure);
  const found = [
    ...faults,
    ...(folder instanceof Error
      ? [folder.message]
      : await forgottenEngines(folder.path, env).catch(({ message }: Error) => [message])),
    ...(await Promise.all([portFaults(config, folder), engineFaults(config)])).flat(),
  ];
  if (!(folder instanceof Error) && found.length === 0) return { config, folder };
  if (!(folder instanceof Error)) await folder.release();
  throw new ConfigError(found);
}

/** If another start has locked the folder, it most likely uses the port too, which is not a separate fault. */
async function portFaults({ PORT, HOST, BOUNCE_PORT }: LauncherConfig, folder: unknown): Promise<string[]> {
  if (folder instanceof FolderInUse) return [];
  if (BOUNCE_PORT === PORT)
    return [`BOUNCE_PORT: ${PORT} is already the port of the pages (PORT); set BOUNCE_PORT to another port`];
  const faults = await Promise.all([
    listenFault(PORT, HOST),
    BOUNCE_PORT === undefined ? undefined : listenFault(BOUNCE_PORT, undefined, 'BOUNCE_PORT'),
  ]);
  return faults.filter((fault) => fault !== undefined);
}
