import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadCommandConfig } from '@journal/command';
import { expect, test } from 'vitest';
import { startEngines } from './engines.ts';
import { readEngines } from './folder-engines.ts';
import { loadLauncherConfig } from './launcher.config.ts';

test('a start trusts only loopback proxies, and records its engines in the folder', async () => {
  const path = await mkdtemp(join(tmpdir(), 'journal-engines-'));
  try {
    const url = 'postgres://nobody@127.0.0.1:1/nothing';
    const config = loadLauncherConfig({ DATABASE_URL: url, EVENT_STORE_URL: url });
    const folder = {
      path,
      leaving: async () => undefined,
      listensAt: async () => undefined,
      release: async () => undefined,
    };
    const never = new Promise<void>(() => undefined);
    const stop = { requested: never, isRequested: false, overdue: never, check() {}, now() {} };
    const { environment } = await startEngines(config, folder, { connections: 1, stop });
    expect(loadCommandConfig(environment).TRUSTED_PROXIES).toBe('loopback');
    expect(await readEngines(path)).toEqual({ DATABASE_URL: url, EVENT_STORE_URL: url });
  } finally {
    await rm(path, { recursive: true, force: true });
  }
});
