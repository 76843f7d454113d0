import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { sessionCookie } from '@journal/testing';
import { expect, test } from '@playwright/test';
import { processTree } from '../../tools/testing/process-tree.ts';
import {
  launch,
  type StartedJournal,
  startJournal,
  stopJournals,
} from '../../tools/testing/start-journal.ts';
import { commandLine } from '../cli/fixtures/command-line.ts';
import { demoArticles } from '../demo/demo-content.ts';
import { readEngines } from '../launcher/folder-engines.ts';
import { freePort } from '../launcher/listen-on.ts';
import { isRunning, signalTree } from '../launcher/processes.ts';

test.describe.configure({ mode: 'serial' });

test.afterAll(stopJournals);

/** Resolves with the titles in the order in which the journal lists them. */
async function titles({ url }: StartedJournal): Promise<string[]> {
  const articles = (await (await fetch(`${url}/api/articles?limit=100`)).json()) as { title: string }[];
  return articles.map(({ title }) => title);
}

/** Returns the credentials that a start has shown for its generated administrator. */
function shown({ output }: StartedJournal) {
  const [, email, password] = /Email {5}(\S+)\n {2}Password {2}(\S+)/.exec(output()) ?? [];
  return email && password ? { email, password } : undefined;
}

async function signIn({ url }: StartedJournal, credentials: object | undefined) {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  const { isAdmin } = (await answer.json()) as { isAdmin?: boolean };
  return { status: answer.status, isAdmin };
}

const publish = async (journal: StartedJournal, title: string, key: string) =>
  (await journal.publish({ ...demoArticles[0], title }, key)).status;

const alive = (pids: number[]) => pids.filter(isRunning);
const newestFirst = demoArticles.map(({ title }) => title).reverse();
const asAdministrator = { status: 200, isAdmin: true };
let first: StartedJournal;
let cookie: string;
let administrator: ReturnType<typeof shown>;

test('the first start in a data folder creates the demo issue, an administrator and secrets', async () => {
  first = await startJournal('start');
  administrator = shown(first);
  expect(await signIn(first, administrator)).toEqual(asAdministrator);
  expect(await titles(first)).toEqual(newestFirst);
  expect(await (await fetch(first.url)).text()).toContain(newestFirst[0]);
  expect(first.output()).toContain(`is ready at ${first.url}`);
  expect((await stat(join(first.dataFolder, 'secrets.json'))).mode & 0o777).toBe(0o600);
  expect(await readEngines(first.dataFolder)).toEqual({});
});

test('health and metrics cover the four services', async () => {
  // A start is complete once readers can read; the worker may still be starting what they don't see.
  await expect.poll(async () => (await fetch(`${first.url}/health/ready`)).status).toBe(200);
  const ready = await fetch(`${first.url}/health/ready`);
  const { services } = (await ready.json()) as { services: object };
  expect(Object.keys(services).sort()).toEqual(['command', 'query', 'web', 'worker']);
  const metrics = await (await fetch(`${first.url}/metrics`)).text();
  for (const service of ['command', 'query', 'web', 'worker'])
    expect(metrics).toContain(`service="${service}"`);
});

test('a second start in the same folder is refused', async () => {
  const { child, output } = launch('start', { PORT: `${await freePort()}`, DATA_DIR: first.dataFolder });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  expect(code).toBe(1);
  expect(output()).toMatch(/DATA_DIR: .* is in use by another process of the journal/);
});

test('SIGTERM ends all processes within 10 s despite an open stream', async () => {
  const registered = await fetch(`${first.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: 'writer@journal.example',
      password: 'a secret',
      fullName: 'Sample Writer',
    }),
  });
  cookie = sessionCookie(registered.headers);
  const stream = await fetch(`${first.url}/api/changes`, { headers: { accept: 'text/event-stream' } });
  expect(stream.status).toBe(200);
  const pids = processTree(first.pid).map(({ pid }) => pid);
  expect(pids.length).toBeGreaterThan(4);
  const began = Date.now();
  expect(await first.end('SIGTERM')).toBe(0);
  expect(Date.now() - began).toBeLessThan(10_000);
  expect(alive(pids)).toEqual([]);
  await stream.body?.cancel().catch(() => undefined);
});

test('no file of the data folder contains the generated password', async () => {
  const password = administrator?.password ?? '';
  expect(password.length).toBeGreaterThan(14);
  const entries = await readdir(first.dataFolder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(100);
  for (const { parentPath, name } of files)
    expect((await readFile(join(parentPath, name))).includes(password), name).toBe(false);
});

test('a second start keeps the data, shows no password, and rotating all keys ends no session', async () => {
  const journal = async (line: string) => (await commandLine(line, { DATA_DIR: first.dataFolder })).code;
  const session = async () => (await fetch(`${first.url}/api/auth/session`, { headers: { cookie } })).text();
  expect(await journal('keys add')).toBe(0);
  first = await startJournal('start', { dataFolder: first.dataFolder });
  expect(await titles(first)).toEqual(newestFirst);
  expect(shown(first)).toBeUndefined();
  expect(await signIn(first, administrator)).toEqual(asAdministrator);
  expect(await session()).toContain('writer@journal.example');
  expect(await journal('keys rotate')).toBe(0);
  expect(await session()).toContain('writer@journal.example');
});

test('a start has every acknowledged write after all processes were killed with SIGKILL', async () => {
  expect(await publish(first, 'Written just before the lights went out', 'before-the-kill')).toBe(201);
  signalTree(first.pid, 'SIGKILL');
  // As left by a start that was interrupted before it showed the password.
  await writeFile(join(first.dataFolder, 'first-administrator'), 'making');
  first = await startJournal('start', { dataFolder: first.dataFolder });
  expect(await titles(first)).toEqual(['Written just before the lights went out', ...newestFirst]);
  expect(await publish(first, 'Written just before the lights went out', 'before-the-kill')).toBe(201);
  expect(await titles(first)).toHaveLength(newestFirst.length + 1);
});

test('a start shows a new password if the previous one was interrupted before, and the old one is rejected', async () => {
  const again = shown(first);
  expect(again).toBeDefined();
  expect((await signIn(first, administrator)).status).toBe(401);
  expect(await signIn(first, again)).toEqual(asAdministrator);
});

test('all other processes end within 10 s if only the parent process is killed', async () => {
  const pids = processTree(first.pid).map(({ pid }) => pid);
  process.kill(first.pid, 'SIGKILL');
  await expect.poll(() => alive(pids), { timeout: 10_000 }).toEqual([]);
});

test('DEMO_CONTENT=off leaves the journal empty, except for the administrator of the environment', async () => {
  const named = { email: 'editor@journal.example', password: 'not for long' };
  const environment = {
    ADMIN_EMAIL: 'Editor@Journal.example',
    ADMIN_PASSWORD: named.password,
    ADMIN_NAME: 'The Editor',
  };
  let journal = await startJournal('start', { environment: { ...environment, DEMO_CONTENT: 'off' } });
  const { dataFolder } = journal;
  expect(shown(journal)).toBeUndefined();
  expect(await signIn(journal, named)).toEqual(asAdministrator);
  expect(await titles(journal)).toEqual([]);
  expect(await publish(journal, demoArticles[0]?.title ?? '', 'demo-article-1')).toBe(201);
  await journal.end('SIGTERM');

  await test.step('a later start completes half a demo issue without duplicates, and keeps the administrator’s password', async () => {
    await writeFile(join(dataFolder, 'demo-content'), 'publishing');
    const changed = { ...environment, ADMIN_PASSWORD: 'another one' };
    journal = await startJournal('start', { dataFolder, environment: changed });
    expect(await titles(journal)).toEqual(newestFirst);
    expect(await signIn(journal, named)).toEqual(asAdministrator);
    await journal.end('SIGTERM');
  });
  await test.step('a start without these variables generates no other administrator', async () => {
    journal = await startJournal('start', { dataFolder });
    expect(shown(journal)).toBeUndefined();
  });
});

test('a failed start names every unreachable URL without its password, and every invalid variable', async () => {
  const port = await freePort();
  const outcome = async (environment: Record<string, string>) => {
    const { child, output } = launch('start', { PORT: `${await freePort()}`, ...environment });
    return { code: await new Promise((resolve) => child.once('exit', resolve)), output: output() };
  };
  const unreachable = await outcome({
    DATA_DIR: test.info().outputPath('data'),
    DATABASE_URL: `postgres://someone:hidden@127.0.0.1:${port}/journal`,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
  });
  expect(unreachable.code).toBe(1);
  expect(unreachable.output).toContain('DATABASE_URL: connection refused');
  expect(unreachable.output).toContain('SMTP_URL: connection refused');
  expect(unreachable.output).not.toContain('hidden');

  const faulty = await outcome({
    EVENT_STORE_URL: 'mysql://localhost',
    DEMO_CONTENT: 'perhaps',
    ADMIN_EMAIL: 'nobody',
  });
  expect(faulty.code).toBe(1);
  for (const name of ['EVENT_STORE_URL', 'DEMO_CONTENT', 'ADMIN_EMAIL'])
    expect(faulty.output).toContain(`${name}: `);
});

test('a start fails and names PORT if the port is in use', async () => {
  const port = await freePort();
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(port, '127.0.0.1', resolve));
  const { child, output } = launch('start', { PORT: `${port}`, DATA_DIR: test.info().outputPath('data') });
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(1);
  expect(output()).toContain(`PORT: ${port} is in use`);
  await new Promise((resolve) => taken.close(resolve));
});
