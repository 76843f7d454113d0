import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '@journal/testing';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type SystemInProcess, startSystemInProcess } from '../../../tools/testing/system.ts';
import { commandLine } from '../fixtures/command-line.ts';

let system: SystemInProcess;
let folder: string;
beforeAll(async () => {
  system = await startSystemInProcess(inject('postgresUrl'));
  folder = await mkdtemp(join(tmpdir(), 'journal-exchange-'));
});
afterAll(async () => {
  await system.stop();
  await rm(folder, { recursive: true, force: true });
});

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));
const journal = (line: string) => commandLine(line, { INIT_CWD: folder, ...system.environment });

type Read = { id: number; title: string; content: string; createdAt: string; authorName: string };
const articles = async () => (await (await fetch(`${system.url}/api/articles`)).json()) as Read[];

it('an import adds pieces of other journals once, with dates and bylines, and shows drafts only to editors', async () => {
  const trial = await journal(`import ${fixture('ghost.json')} --dry-run --section view`);
  expect([trial.code, trial.output.split('\n').at(-2)]).toEqual([
    0,
    '1 would be published, 1 would be drafts (deleted, for an editor to restore), 0 unchanged, 0 cannot be imported, 1 left out.',
  ]);
  expect(await articles()).toEqual([]);
  const refused = await journal(`import ${fixture('wordpress.xml')}`);
  expect(refused.code).toBe(1);
  expect(refused.output).toContain('NOT Not done yet: it has no section of this journal (no topics)');
  for (let time = 0; time < 2; time++)
    for (const name of ['wordpress.xml', 'ghost.json']) {
      const { code, output } = await journal(`import ${fixture(name)} --section view`);
      expect(code, output).toBe(0);
    }
  await until(async () => expect(await articles()).toHaveLength(2));
  expect(await articles()).toMatchObject([
    { title: 'A play in the yard', authorName: 'Sample Writer', createdAt: '2021-02-03T04:05:06.000Z' },
    { title: 'On lunch & other breaks', authorName: 'Sample Writer', createdAt: '2019-05-06T07:08:09.000Z' },
  ]);
  const headers = { authorization: `Bearer ${system.environment['SERVICE_TOKEN']}` };
  const answer = await fetch(`${system.url}/api/newsroom/articles?status=deleted`, { headers });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Not done yet')]);
  const elsewhere = await journal(`import ${fixture('ghost.json')} --section clash`);
  expect(elsewhere.output).toContain('as before members: it was imported before, and has changed since');
}, 120_000);

it('a journal exported as Markdown gives the same pieces when imported again', async () => {
  const before = await articles();
  expect(await journal('export out')).toMatchObject({ code: 0 });
  expect((await journal('export out')).said).toContain('already exists');
  const files = await readdir(join(folder, 'out'), { recursive: true });
  const manifest = JSON.parse(await readFile(join(folder, 'out/manifest.json'), 'utf8'));
  expect(manifest.format).toBe('journal-export/1');
  const named = manifest.files.map(({ path }: { path: string }) => path);
  expect(files.filter((path) => path.endsWith('.md')).sort()).toEqual(named.toSorted());
  expect(named).toHaveLength(before.length + 2);
  const { code, output } = await journal('import out');
  expect(code, output).toBe(0);
  await until(async () => expect(await articles()).toHaveLength(2 * before.length));
  const withoutIds = (all: Read[]) => all.map(({ id: _id, ...said }) => said);
  const [copies, originals] = [(await articles()).slice(0, before.length), withoutIds(before)];
  expect(withoutIds(copies)).toEqual(originals);
}, 120_000);
