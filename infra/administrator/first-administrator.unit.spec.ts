import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiClient, type ProblemCode, type Transport } from '@journal/contracts';
import { toProblem } from '@journal/service-kit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { StartedJournal } from '../demo/started-journal.ts';
import { ensureFirstAdministrator, type FirstAdministrator } from './first-administrator.ts';

let folder: string;
let told: FirstAdministrator[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-administrator-'));
  told = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const answer = (status: number, code?: ProblemCode) => ({
  status,
  headers: {},
  body: code === undefined ? '' : JSON.stringify(toProblem(code)),
});

/** Registers, grants and forgets as the command service does. */
class FakeJournal implements StartedJournal {
  isAdministratorNamed = false;
  password: string | undefined;
  isAdministrator = false;
  had = false;
  isDown = false;
  readonly client = createApiClient((path, request) => this.answer(path, request));

  logHolds = async () => this.had;
  untilReadable = async () => {};

  answer: Transport = async (path, { body = '' }) => {
    if (this.isDown) throw new Error('the lights went out');
    const { password } = JSON.parse(body) as { password?: string };
    if (path === '/api/auth/register') {
      if (this.password) return answer(409, 'email-taken');
      this.password = password;
      return answer(201);
    }
    if (!this.password) return answer(404, 'user-not-found');
    this.isAdministrator = path.endsWith('/grant');
    if (path.endsWith('/forgetting')) this.password = undefined;
    return answer(204);
  };
}

const tell = async (administrator: FirstAdministrator) => void told.push(administrator);

test('the first start makes one and tells of it; no later start does', async () => {
  const journal = new FakeJournal();
  await ensureFirstAdministrator(folder, journal, tell);
  expect(journal).toMatchObject({ isAdministrator: true, password: told[0]?.password });
  journal.had = true;
  await ensureFirstAdministrator(folder, journal, tell);
  expect(told).toHaveLength(1);
});

test('nothing on the disk holds the password', async () => {
  await ensureFirstAdministrator(folder, new FakeJournal(), tell);
  for (const name of await readdir(folder))
    expect(await readFile(join(folder, name), 'utf8')).not.toContain(told[0]?.password);
});

test('what broke off before the password was told is made anew, with another', async () => {
  const journal = new FakeJournal();
  const lights = new Error('the lights went out');
  await expect(ensureFirstAdministrator(folder, journal, () => Promise.reject(lights))).rejects.toThrow();
  const lost = journal.password;
  expect(lost).toBeDefined();
  journal.had = true;
  await ensureFirstAdministrator(folder, journal, tell);
  expect(told).toHaveLength(1);
  expect(journal).toMatchObject({ isAdministrator: true, password: told[0]?.password });
  expect(journal.password).not.toBe(lost);
});

test('what broke off before anybody was registered is done again', async () => {
  const journal = new FakeJournal();
  journal.isDown = true;
  await expect(ensureFirstAdministrator(folder, journal, tell)).rejects.toThrow();
  journal.isDown = false;
  await ensureFirstAdministrator(folder, journal, tell);
  expect(journal.password).toBe(told[0]?.password);
});

test('a journal that had an administrator gets none, for good', async () => {
  const journal = new FakeJournal();
  journal.had = true;
  await ensureFirstAdministrator(folder, journal, tell);
  journal.had = false;
  await ensureFirstAdministrator(folder, journal, tell);
  expect(told).toEqual([]);
});

test('where the environment names one, none is made up', async () => {
  const journal = new FakeJournal();
  journal.isAdministratorNamed = true;
  await ensureFirstAdministrator(folder, journal, tell);
  expect(told).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

test('a refusal stops the start with what the command service said, to be tried again', async () => {
  const journal = new FakeJournal();
  journal.password = 'of somebody else';
  await expect(ensureFirstAdministrator(folder, journal, tell)).rejects.toThrow('email-taken');
});
