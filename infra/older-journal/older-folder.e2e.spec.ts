import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '@journal/postgres';
import { expect, test } from '@playwright/test';
import { startJournal, stopJournals } from '../../tools/testing/start-journal.ts';
import { commandLine } from '../cli/fixtures/command-line.ts';
import { demoArticles } from '../demo/demo-content.ts';
import { newSecrets } from '../launcher/secrets.ts';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { embeddedSettings } from '../postgres/settings.ts';
import { formats, readDump, readRecorded } from './formats.ts';

test.afterAll(stopJournals);

const [oldest = ''] = formats;
/** Read models are rebuilt from the whole log while other specs run. */
const patient = { timeout: 60_000 };

/** Creates a data folder as a version of this format left it, when folders did not yet record their engines. */
async function folderOf(format: string): Promise<string> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'older journal '));
  const { masterKey } = await readRecorded(format);
  const secrets = { ...newSecrets(), MASTER_KEY: masterKey };
  const postgres = await startEmbeddedPostgres({
    folder: join(dataFolder, 'postgres'),
    password: secrets.POSTGRES_PASSWORD,
    settings: embeddedSettings,
  });
  const pool = createPool(postgres.url, { applicationName: 'spec' });
  await pool.query(await readDump(format));
  await pool.end();
  await postgres.stop();
  await writeFile(join(dataFolder, 'secrets.json'), JSON.stringify(secrets));
  return dataFolder;
}

test('npm start continues with a data folder of the oldest format', async () => {
  const { answers, ids } = await readRecorded(oldest);
  const journal = await startJournal('start', { dataFolder: await folderOf(oldest) });
  const path = `/api/articles/${ids.a1}`;
  const { title } = JSON.parse(answers.find((answer) => answer.path === path)?.body ?? '{}');
  const shown = async () => (await fetch(journal.url + path)).json();
  await expect.poll(shown, patient).toMatchObject({ title });
  expect(await (await fetch(`${journal.url}/article/${ids.a1}`)).text()).toContain(title);
  const published = await journal.publish({ ...demoArticles[0], title: 'Written by the version after it' });
  expect(published.status).toBe(201);
  await expect
    .poll(async () => (await commandLine('audit verify', { DATA_DIR: journal.dataFolder })).code, patient)
    .toBe(0);
});
