import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { localAddress } from '../launcher/address.ts';
import { startEngines } from '../launcher/engines.ts';
import { runLauncher } from '../launcher/run-launcher.ts';
import { superviseProcess } from '../split/supervised-process.ts';

/** The restarted process and its predecessor may overlap for a moment. */
const connections = 120;

const root = fileURLToPath(new URL('../../', import.meta.url));
const folders = ['services', 'packages', join('web', 'server')];
const quietFor = 150;

/**
 * The embedded system for developers: this process runs Postgres; a child runs the services from source, and is
 * restarted when they change. Pages reload through Vite.
 */
await runLauncher(async ({ config, folder, stop, cleanUp }) => {
  const engines = await startEngines(config, folder, { connections, stop });
  cleanUp.defer(() => engines.stop());
  stop.check();
  await folder.listensAt(localAddress(config));
  const services = superviseProcess({
    name: 'services',
    entry: fileURLToPath(new URL('services.ts', import.meta.url)),
    environment: { ...(process.env as Record<string, string>), ...engines.environment },
  });
  cleanUp.defer(() => services.stop());
  const watcher = watchSources((file) => {
    process.stdout.write(`${file} changed: restarting the services …\n`);
    services.restart();
  });
  cleanUp.defer(async () => watcher.close());
  return { broken: engines.broken };
});

/** Calls `onChange` once per burst of changes to the services' sources; specs and builds don't count. */
function watchSources(onChange: (file: string) => void): { close(): void } {
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
