import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { createTestDatabase } from '@journal/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { applyChange, changesIn, type DocumentedChange } from './documented-changes.ts';
import { copyTree, root } from './tree-copy.ts';

const run = promisify(execFile);
const tsc = join(root, 'node_modules', '.bin', 'tsc');

let copy: string;
let changes: Record<string, readonly DocumentedChange[]>;
beforeAll(async () => {
  changes = changesIn(await readFile(join(root, 'docs', 'extending.md'), 'utf8'));
  copy = await mkdtemp(join(tmpdir(), 'journal-extended-'));
  await copyTree(copy);
});
afterAll(() => rm(copy, { recursive: true, force: true }));

test.each([
  ['A field', 6],
  ['A read model', 5],
])('%s takes at most %i production files', async (title, max) => {
  const documented = changes[title] ?? [];
  const files = new Set(documented.map(({ path }) => path));
  expect(files.size).toBeGreaterThan(1);
  expect(files.size).toBeLessThanOrEqual(max);
  for (const change of documented) await applyChange(copy, change);
});

test('services and web pass the type check with both changes', { timeout: 120_000 }, async () => {
  const options = {
    extends: './tsconfig.json',
    include: ['pages', 'features', '../packages/*/src', '../services/*/src'],
    exclude: ['node_modules', 'dist', '*.spec.ts', 'testing/**', 'contract/**', 'quality/**'].map(
      (name) => `../**/${name}`,
    ),
  };
  await writeFile(join(copy, 'web', 'tsconfig.extended.json'), JSON.stringify(options));
  // Several checkers would each process what all files share.
  const parameters = ['--noEmit', '--checkers', '1', '-p', join(copy, 'web', 'tsconfig.extended.json')];
  const { stdout } = await run(tsc, parameters).catch((failed) => failed);
  expect(stdout).toBe('');
});

test('the new field is validated, stored and returned by every response, and the read model is filled', {
  timeout: 120_000,
}, async () => {
  const database = await createTestDatabase(inject('postgresUrl'));
  const program = join(copy, 'infra', 'fixtures', 'extended-journal.ts');
  const environment = { PATH: process.env['PATH'], DATABASE_URL: database.url };
  const { stdout } = await run(process.execPath, [program], { cwd: copy, env: environment });
  await database.drop();
  expect(JSON.parse(stdout)).toMatchObject({
    published: { status: 201, subtitle: 'And under it' },
    tooLong: {
      status: 400,
      errors: [{ path: 'subtitle', message: 'Subtitle must be at most 200 characters' }],
    },
    read: { title: 'A title', subtitle: 'And under it' },
    card: { subtitle: 'And under it' },
    older: { subtitle: null },
    history: { changed: expect.arrayContaining(['subtitle']) },
    version: { fields: { subtitle: 'And under it' } },
    sections: [
      { section: 'culture', articles: 1 },
      { section: 'view', articles: 1 },
    ],
  });
});
