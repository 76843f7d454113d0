import {
  chmod,
  type FileHandle,
  mkdir,
  mkdtemp,
  open,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadSecrets } from './secrets.ts';

let folder: string;
const file = () => join(folder, 'secrets.json');
const mode = async () => (await stat(file())).mode & 0o777;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-secrets-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('secrets are generated once, are readable only by their owner, and differ between journals', async () => {
  const first = await loadSecrets(folder);
  expect(Buffer.from(first.MASTER_KEY, 'base64')).toHaveLength(32);
  expect(first.SERVICE_TOKEN.length).toBeGreaterThanOrEqual(32);
  expect(await mode()).toBe(0o600);
  await chmod(file(), 0o644);
  expect(await loadSecrets(folder)).toEqual(first);
  expect(await mode()).toBe(0o600);
  await rm(file());
  const other = Object.entries(await loadSecrets(folder));
  for (const secret of Object.entries(first)) expect(other).not.toContainEqual(secret);
});

test('a secret that an older version did not have is added, and the others stay', async () => {
  const { SESSION_KEYS: _gone, ...older } = await loadSecrets(folder);
  await writeFile(file(), JSON.stringify(older));
  expect(await loadSecrets(folder)).toMatchObject(older);
  expect(JSON.parse(await readFile(file(), 'utf8'))).toHaveProperty('SESSION_KEYS');
});

test('no secrets are generated beside existing data, and a broken file is never overwritten', async () => {
  await mkdir(join(folder, 'postgres'));
  await expect(loadSecrets(folder)).rejects.toThrow('secrets.json is missing');
  await writeFile(file(), '{');
  await expect(loadSecrets(folder)).rejects.toThrow('is not valid JSON');
  expect(await readFile(file(), 'utf8')).toBe('{');
});

test('new secrets are synced to disk before they are returned: first the file, then the folder', async () => {
  const handle = await open(folder);
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const synced: string[] = [];
  const { sync } = prototype;
  const spy = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    synced.push((await this.stat()).isDirectory() ? 'folder' : 'file');
    await sync.call(this);
  });
  await loadSecrets(folder);
  spy.mockRestore();
  expect(synced).toEqual(['file', 'folder']);
});
