import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEngines } from '../launcher/engines.ts';
import type { Launch, Running } from '../launcher/run-launcher.ts';
import { superviseProcess } from '../split/supervised-process.ts';

/** The process that is restarted and the one before it may overlap for a moment. */
const connections = 120;

/**
 * The embedded system for whoever changes it: this process keeps Postgres, a child runs the services from their
 * sources and is started anew when these change; pages reload through Vite.
 */
export async function startDev({ config, folder, stop, cleanUp }: Launch): Promise<Running> {
  const engines = await startEngines(config, folder, { connections, stop });
  cleanUp.defer(() => engines.stop());
  stop.check();
  const services = superviseProcess({
    name: 'services',
    entry: fileURLToPath(new URL('services.ts', import.meta.url)),
    environment: { ...withoutUndefined(process.env), ...engines.environment },
  });
  cleanUp.defer(() => services.stop());
  const watcher = watchSources((file) => {
    process.stdout.write(`${file} has changed: starting the services anew …\n`);
    services.restart();
  });
  cleanUp.defer(async () => watcher.close());
  return { broken: engines.broken };
}

function withoutUndefined(values: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const folders = ['services', 'packages', join('web', 'server')];
const quietFor = 150;

/** Calls `onChange` once for each burst of changes to a source of the services; specs and builds don't count. */
export function watchSources(onChange: (file: string) => void): { close(): void } {
  let timer: NodeJS.Timeout | undefined;
  const watchers: FSWatcher[] = folders.map((folder) =>
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      if (!name || !isSource(name)) return;
      clearTimeout(timer);
      timer = setTimeout(() => onChange(join(folder, name)), quietFor);
    }),
  );
  return {
    close() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}

function isSource(name: string): boolean {
  return name.endsWith('.ts') && !name.includes('.spec.') && !/(^|[\\/])(node_modules|dist)[\\/]/.test(name);
}
