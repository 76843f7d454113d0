import { mkdtemp, readFile, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useTestDatabase } from '@journal/testing';
import { createPostgresVault } from '@journal/vault';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rememberEngines } from '../launcher/folder-engines.ts';
import { acquireLock } from '../launcher/folder-lock.ts';
import { loadSecrets } from '../launcher/secrets.ts';
import { commandLine } from './fixtures/command-line.ts';

const database = useTestDatabase();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-keys-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const journal = (line: string, more: Record<string, string> = {}) =>
  commandLine(line, { DATA_DIR: folder, ...more });
const refused = (said: unknown) => ({ code: 1, output: '', said });

test('keys of a data folder are rotated while its journal runs, after a restart with the new keys', async () => {
  expect(await journal('keys add')).toEqual(refused(`${join(folder, 'secrets.json')} contains no keys.\n`));
  const secrets = () => loadSecrets(folder);
  const first = await secrets();
  await rememberEngines(folder, { DATABASE_URL: database.url.replace(/:[^:@/]*@/, '@') });
  const vault = await createPostgresVault({ url: database.url, masterKey: first.MASTER_KEY });
  await vault.keysForSealing(['user:a']);
  await vault.close();
  const lock = await acquireLock(folder);
  await lock.listensAt('http://localhost');

  expect(await journal('keys add')).toMatchObject({
    code: 0,
    said: expect.stringContaining('Restart the journal'),
  });
  const both = await secrets();
  for (const name of ['MASTER_KEY', 'SESSION_KEYS'] as const)
    expect(both[name].split(',')).toEqual([expect.stringMatching(/^\S{43}=$/), first[name]]);
  expect(both.SERVICE_TOKEN).toBe(first.SERVICE_TOKEN);
  expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600);
  expect(await journal('keys add')).toEqual(
    refused(expect.stringContaining('There is already a new master key')),
  );
  const rotate = () => journal('keys rotate', { DATABASE_URL: database.url });
  expect(await rotate()).toEqual(refused(expect.stringContaining('does not match the journal')));
  await rememberEngines(folder, { DATABASE_URL: database.url });
  expect(await rotate()).toEqual(
    refused(expect.stringContaining('was started before the new key was added')),
  );

  await lock.release();
  // As if the clock was set back before the restart.
  const later = new Date(Date.now() + 3_600_000);
  await utimes(join(folder, 'secrets.json'), later, later);
  const started = await acquireLock(folder);
  await started.listensAt('http://localhost');
  expect(await rotate()).toMatchObject({
    code: 0,
    said: expect.stringMatching(
      /^1 keys were rewrapped\. .*\nThe previous key was removed from the data folder/,
    ),
  });
  expect(await rotate()).toMatchObject({ code: 0, said: expect.stringMatching(/^0 keys were rewrapped\./) });
  await started.release();
  expect(await secrets()).toEqual({ ...both, MASTER_KEY: both.MASTER_KEY.split(',')[0] });
  const after = await createPostgresVault({ url: database.url, masterKey: (await secrets()).MASTER_KEY });
  expect((await after.keysForOpening(['user:a'])).size).toBe(1);
  await after.close();
});

test('keys in the environment are not changed by the command, and refused if they do not match the vault', async () => {
  const key = Buffer.alloc(32).toString('base64');
  const before = await readFile(join(folder, 'secrets.json'), 'utf8');
  expect(await journal('keys add', { MASTER_KEY: key })).toEqual(
    refused('MASTER_KEY set in the environment: put the new key before the old one there.\n'),
  );
  expect(await journal('keys rotate', { MASTER_KEY: key, DATABASE_URL: database.url })).toEqual(
    refused(
      'MASTER_KEY does not match the vault: its keys are wrapped with another master key. Put the previous key after the new one.\n',
    ),
  );
  expect(await readFile(join(folder, 'secrets.json'), 'utf8')).toBe(before);
});
