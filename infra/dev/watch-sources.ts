import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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
