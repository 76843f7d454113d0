import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Newsroom } from '../demo/newsroom.ts';
import { ensureFirstAdministrator, type FirstAdministrator } from './first-administrator.ts';

let folder: string;
let told: FirstAdministrator[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-administrator-'));
  told = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Registers, grants and forgets as the command side does. */
class FakeNewsroom implements Newsroom {
  readonly token = 'a token';
  isAdministratorNamed = false;
  password: string | undefined;
  isAdministrator = false;
  had = false;

  async head() {
    return undefined;
  }

  async hadArticle() {
    return true;
  }

  async hadAdministrator() {
    return this.had;
  }

  async send({ path, headers, body = '' }: Parameters<Newsroom['send']>[0]) {
    expect(headers).toMatchObject({ authorization: 'Bearer a token' });
    const { password } = JSON.parse(body) as { password?: string };
    if (path === '/api/auth/register') {
      if (this.password) return { status: 409, body: 'email-taken' };
      this.password = password;
      return { status: 201, body: '' };
    }
    if (!this.password) return { status: 404, body: 'user-not-found' };
    this.isAdministrator = path.endsWith('/grant');
    if (path.endsWith('/forgetting')) this.password = undefined;
    return { status: 204, body: '' };
  }
}

const tell = async (administrator: FirstAdministrator) => void told.push(administrator);

test('the first start makes one and tells of it; no later start does', async () => {
  const newsroom = new FakeNewsroom();
  await ensureFirstAdministrator(folder, newsroom, tell);
  expect(newsroom).toMatchObject({ isAdministrator: true, password: told[0]?.password });
  newsroom.had = true;
  await ensureFirstAdministrator(folder, newsroom, tell);
  expect(told).toHaveLength(1);
});

test('nothing on the disk holds the password', async () => {
  await ensureFirstAdministrator(folder, new FakeNewsroom(), tell);
  for (const name of await readdir(folder))
    expect(await readFile(join(folder, name), 'utf8')).not.toContain(told[0]?.password);
});

test('what broke off before the password was told is made anew, with another', async () => {
  const newsroom = new FakeNewsroom();
  const lights = new Error('the lights went out');
  await expect(ensureFirstAdministrator(folder, newsroom, () => Promise.reject(lights))).rejects.toThrow();
  const lost = newsroom.password;
  expect(lost).toBeDefined();
  newsroom.had = true;
  await ensureFirstAdministrator(folder, newsroom, tell);
  expect(told).toHaveLength(1);
  expect(newsroom).toMatchObject({ isAdministrator: true, password: told[0]?.password });
  expect(newsroom.password).not.toBe(lost);
});

test('what broke off before anybody was registered is done again', async () => {
  const newsroom = new FakeNewsroom();
  const { send } = newsroom;
  newsroom.send = () => Promise.reject(new Error('the lights went out'));
  await expect(ensureFirstAdministrator(folder, newsroom, tell)).rejects.toThrow();
  newsroom.send = send;
  await ensureFirstAdministrator(folder, newsroom, tell);
  expect(newsroom.password).toBe(told[0]?.password);
});

test('a journal that had an administrator gets none, for good', async () => {
  const newsroom = new FakeNewsroom();
  newsroom.had = true;
  await ensureFirstAdministrator(folder, newsroom, tell);
  newsroom.had = false;
  await ensureFirstAdministrator(folder, newsroom, tell);
  expect(told).toEqual([]);
});

test('where the environment names one, none is made up', async () => {
  const newsroom = new FakeNewsroom();
  newsroom.isAdministratorNamed = true;
  await ensureFirstAdministrator(folder, newsroom, tell);
  expect(told).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

test('a refusal stops the start with what the command side said, to be tried again', async () => {
  const newsroom = new FakeNewsroom();
  newsroom.password = 'of somebody else';
  await expect(ensureFirstAdministrator(folder, newsroom, tell)).rejects.toThrow('email-taken');
});
