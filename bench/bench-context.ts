import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../infra/postgres/embedded-postgres.ts';
import { embeddedSettings } from '../infra/postgres/settings.ts';
import type { BenchContext } from './bench.ts';

/** What one bench gets; `end` undoes all it started. */
export function createContext(say: (line: string) => void): BenchContext & { end(): Promise<void> } {
  const cleanUp = new AsyncDisposableStack();
  return {
    say,
    defer: (end) => {
      cleanUp.defer(end);
    },
    async startPostgres() {
      const folder = await mkdtemp(join(tmpdir(), 'journal-bench-'));
      cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
      const postgres = await startEmbeddedPostgres({
        folder: join(folder, 'postgres'),
        password: 'only for this run',
        settings: { ...embeddedSettings, max_connections: '150' },
      });
      cleanUp.defer(() => postgres.stop());
      return postgres.url;
    },
    end: () => cleanUp.disposeAsync(),
  };
}
