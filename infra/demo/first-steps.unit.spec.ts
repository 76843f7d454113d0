import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiClient, idempotencyKeyHeader, type ProblemCode, type Transport } from '@journal/contracts';
import { toProblem } from '@journal/service-kit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ensureFirstAdministrator, type FirstAdministrator } from '../administrator/first-administrator.ts';
import { rememberEngines } from '../launcher/folder-engines.ts';
import { demoArticles, ensureDemoContent } from './demo-content.ts';
import type { StartedJournal } from './started-journal.ts';

let folder: string;
let journal: FakeJournal;
let told: FirstAdministrator[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-first-steps-'));
  journal = new FakeJournal();
  told = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const answer = (status: number, code?: ProblemCode) => ({
  status,
  headers: {},
  body: code === undefined ? '' : JSON.stringify(toProblem(code)),
});

/** Publishes by idempotency key, registers, grants and forgets, like the command service. */
class FakeJournal implements StartedJournal {
  readonly published = new Map<string, string>();
  isAdministratorNamed = false;
  password: string | undefined;
  isAdministrator = false;
  /** Whether the log contains anything beside what was published here. */
  holds = false;
  /** Whether a request with this path fails midway. */
  breaks = (_path: string) => false;
  refusal: string | undefined;
  readonly client = createApiClient((path, request) => this.answer(path, request));

  logContains = async () => this.holds || this.published.size > 0;
  untilReadable = async () => {};

  answer: Transport = async (path, { headers, body = '' }) => {
    if (this.refusal !== undefined) return { status: 400, headers: {}, body: this.refusal };
    if (this.breaks(path)) throw new Error('the machine went down');
    if (path === '/api/articles') {
      this.published.set(headers[idempotencyKeyHeader] ?? '', body);
      return answer(201);
    }
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

test('a journal on other engines is a new one, although its data folder has been used before', async () => {
  const start = async () => {
    journal = new FakeJournal();
    journal.logContains = async () => false;
    await ensureDemoContent(folder, journal);
    await ensureFirstAdministrator(folder, journal, async (administrator) => void told.push(administrator));
  };
  await start();
  await rememberEngines(folder, {
    EVENT_STORE_URL: 'postgres://db/journal',
    DATABASE_URL: 'postgres://db/journal',
  });
  await start();
  expect([journal.published.size, journal.isAdministrator, told.length]).toEqual([
    demoArticles.length,
    true,
    2,
  ]);
});

describe('the demo content', () => {
  const start = () => ensureDemoContent(folder, journal);

  test('is published once and in order into an empty log, and deleted articles do not come back', async () => {
    await start();
    expect([...journal.published.values()].map((body) => JSON.parse(body))).toEqual(demoArticles);
    journal.published.clear();
    await start();
    expect(journal.published.size).toBe(0);
  });

  test('is completed without duplicates after an interrupted start', async () => {
    journal.breaks = () => journal.published.size >= 5;
    await expect(start()).rejects.toThrow('is not responding');
    journal.breaks = () => false;
    await start();
    expect(journal.published.size).toBe(demoArticles.length);
  });

  test.each([undefined, 'the progress of another version'])(
    'is never published into a log that once contained an article (progress: %s)',
    async (progress) => {
      if (progress) await writeFile(join(folder, 'demo-content'), progress);
      journal.holds = true;
      await start();
      journal.holds = false;
      await start();
      expect(journal.published.size).toBe(0);
    },
  );

  test('is not published again if an earlier version, which named no engines, has settled that', async () => {
    await writeFile(join(folder, 'demo-content'), 'settled');
    await start();
    expect(journal.published.size).toBe(0);
    expect(await readFile(join(folder, 'demo-content'), 'utf8')).toBe('settled\n{}');
  });

  test('fails the start with the command service’s message if it is rejected, and stays marked as unfinished', async () => {
    journal.refusal = 'Title is missing';
    await expect(start()).rejects.toThrow('Title is missing');
    expect(await readFile(join(folder, 'demo-content'), 'utf8')).toBe('publishing\n{}');
  });
});

describe('the first administrator', () => {
  const start = (tell = async (administrator: FirstAdministrator) => void told.push(administrator)) =>
    ensureFirstAdministrator(folder, journal, tell);

  test('is created and shown once by the first start, and no file contains the password', async () => {
    await start();
    expect(journal).toMatchObject({ isAdministrator: true, password: told[0]?.password });
    for (const name of await readdir(folder))
      expect(await readFile(join(folder, name), 'utf8')).not.toContain(told[0]?.password);
    journal.holds = true;
    await start();
    expect(told).toHaveLength(1);
  });

  test('is created again with another password if a start was interrupted before it was shown', async () => {
    journal.breaks = () => true;
    await expect(start()).rejects.toThrow();
    journal.breaks = () => false;
    await expect(start(() => Promise.reject(new Error('the lights went out')))).rejects.toThrow();
    const lost = journal.password;
    expect(lost).toBeDefined();
    journal.holds = true;
    await start();
    expect(told).toHaveLength(1);
    expect(journal).toMatchObject({ isAdministrator: true, password: told[0]?.password });
    expect(journal.password).not.toBe(lost);
  });

  test('is not created if the environment names one or the log is not empty', async () => {
    journal.isAdministratorNamed = true;
    await start();
    expect(await readdir(folder)).toEqual([]);
    Object.assign(journal, { isAdministratorNamed: false, holds: true });
    await start();
    journal.holds = false;
    await start();
    expect(told).toEqual([]);
  });

  test('fails the start with the command service’s error if it is rejected', async () => {
    journal.password = 'of somebody else';
    await expect(start()).rejects.toThrow('email-taken');
  });
});
