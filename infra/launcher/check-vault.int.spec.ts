import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '@journal/postgres';
import { useTestDatabase } from '@journal/testing';
import { expect, onTestFinished, test } from 'vitest';
import { sampleUser } from '../../services/command/src/testing/samples.ts';
import { startTestSystem } from '../../tools/testing/system.ts';
import { startEngines } from './engines.ts';
import { loadLauncherConfig } from './launcher.config.ts';

const own = useTestDatabase();
const other = useTestDatabase();

test('a journal does not start with a database that lacks the keys of its log, and changes nothing there', async () => {
  const journal = await startTestSystem(own.url);
  onTestFinished(() => journal.stop());
  const register = { method: 'POST', url: '/api/auth/register', payload: sampleUser } as const;
  expect((await journal.services.command.app.inject(register)).statusCode).toBe(201);

  const path = await mkdtemp(join(tmpdir(), 'journal-vault-'));
  onTestFinished(() => rm(path, { recursive: true }));
  const nothing = async () => undefined;
  const folder = { path, leaving: nothing, listensAt: nothing, release: nothing };
  const never = new Promise<void>(() => undefined);
  const stop = { requested: never, isRequested: false, overdue: never, check() {}, now() {} };
  const start = (urls: Record<string, string>) =>
    startEngines(loadLauncherConfig(urls), folder, { connections: 1, stop });

  for (const [name, urls] of [
    ['DATABASE_URL', { DATABASE_URL: other.url }],
    ['VAULT_URL', { DATABASE_URL: own.url, VAULT_URL: other.url }],
  ] as const)
    await expect(start({ EVENT_STORE_URL: own.url, ...urls })).rejects.toMatchObject({
      name: 'ConfigError',
      message: expect.stringContaining(`${name}: has no keys`),
    });
  // Otherwise a start with the right one would be refused.
  expect(await readdir(path)).toEqual(['secrets.json']);
  const pool = createPool(other.url, { applicationName: 'spec' });
  onTestFinished(() => pool.end());
  const schemas = `select nspname from pg_namespace where nspname !~ '^pg_|^information_schema$|^public$'`;
  expect((await pool.query(schemas)).rows).toEqual([]);

  for (const url of [own.url, other.url])
    expect((await start({ EVENT_STORE_URL: url, DATABASE_URL: url })).environment).toMatchObject({
      DATABASE_URL: url,
    });
});
