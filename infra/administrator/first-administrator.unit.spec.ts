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

test('the first start creates one, shows it once and keeps its password nowhere', async () => {
  const journal = new FakeJournal();
  await ensureFirstAdministrator(folder, journal, tell);
  expect(journal).toMatchObject({ isAdministrator: true, password: told[0]?.password });
  for (const name of await readdir(folder))
    expect(await readFile(join(folder, name), 'utf8')).not.toContain(told[0]?.password);
  journal.had = true;
  await ensureFirstAdministrator(folder, journal, tell);
  expect(told).toHaveLength(1);
});

test('one whose password was not shown before the start was interrupted is created again, with another', async () => {
  const journal = new FakeJournal();
  journal.isDown = true;
  await expect(ensureFirstAdministrator(folder, journal, tell)).rejects.toThrow();
  journal.isDown = false;
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

test('a journal that had an administrator, or whose environment names one, gets none', async () => {
  const journal = new FakeJournal();
  journal.isAdministratorNamed = true;
  await ensureFirstAdministrator(folder, journal, tell);
  expect(await readdir(folder)).toEqual([]);
  Object.assign(journal, { isAdministratorNamed: false, had: true });
  await ensureFirstAdministrator(folder, journal, tell);
  journal.had = false;
  await ensureFirstAdministrator(folder, journal, tell);
  expect(told).toEqual([]);
});

test('a refusal fails the start with the words of the command service', async () => {
  const journal = new FakeJournal();
  journal.password = 'of somebody else';
  await expect(ensureFirstAdministrator(folder, journal, tell)).rejects.toThrow('email-taken');
});
