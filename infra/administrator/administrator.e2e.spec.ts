import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type StartedJournal, startJournal, stopJournals } from '../../tools/testing/start-journal.ts';
import { killTree } from '../launcher/processes.ts';

test.describe.configure({ mode: 'serial' });

test.afterAll(stopJournals);

const quick = { environment: { DEMO_CONTENT: 'off' } };

/** What a start has shown of the administrator that it made up. */
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

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

let first: StartedJournal;
let told: ReturnType<typeof shown>;

test('the first start makes an administrator up and shows the password, which signs in', async () => {
  first = await startJournal('start', quick);
  told = shown(first);
  expect(await signIn(first, told)).toEqual({ status: 200, isAdmin: true });
});

test('the password lies in no file of the data folder', async () => {
  await first.end('SIGTERM');
  const password = told?.password ?? '';
  expect(password.length).toBeGreaterThan(14);
  const files = await filesBelow(first.dataFolder);
  expect(files.length).toBeGreaterThan(100);
  for (const file of files) expect((await readFile(file)).includes(password), file).toBe(false);
});

test('a second start shows nothing, and the password still signs in', async () => {
  first = await startJournal('start', { ...quick, dataFolder: first.dataFolder });
  expect(shown(first)).toBeUndefined();
  expect(await signIn(first, told)).toEqual({ status: 200, isAdmin: true });
});

test('where a start broke off before it showed the password, the next one shows another, and the lost one is void', async () => {
  killTree(first.pid);
  await writeFile(join(first.dataFolder, 'first-administrator'), 'making');
  first = await startJournal('start', { ...quick, dataFolder: first.dataFolder });
  const again = shown(first);
  expect(again).toBeDefined();
  expect((await signIn(first, told)).status).toBe(401);
  expect(await signIn(first, again)).toEqual({ status: 200, isAdmin: true });
});

test('the administrator of the environment is there when the start is ready, and keeps a password of their own', async () => {
  const administrator = { email: 'editor@journal.example', password: 'not for long' };
  const environment = {
    ADMIN_EMAIL: 'Editor@Journal.example',
    ADMIN_PASSWORD: administrator.password,
    ADMIN_NAME: 'The Editor',
  };
  let journal = await startJournal('start', { environment });
  expect(shown(journal)).toBeUndefined();
  expect(await signIn(journal, administrator)).toEqual({ status: 200, isAdmin: true });
  // The administrator came into the log before the demo issue, which is there all the same.
  expect(await (await fetch(`${journal.url}/api/stats`)).json()).toMatchObject({ articles: 12 });
  await journal.end('SIGTERM');

  const { dataFolder } = journal;
  journal = await startJournal('start', {
    dataFolder,
    environment: { ...environment, ADMIN_PASSWORD: 'another one' },
  });
  expect(await signIn(journal, administrator)).toEqual({ status: 200, isAdmin: true });
  await journal.end('SIGTERM');

  journal = await startJournal('start', { ...quick, dataFolder });
  expect(shown(journal)).toBeUndefined();
});
