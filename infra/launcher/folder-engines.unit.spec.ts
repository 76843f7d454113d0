import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  forgottenEngines,
  isCompleteUrl,
  readEngines,
  rememberEngines,
  withoutSecrets,
} from './folder-engines.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-engines-'));
});
afterEach(() => rm(folder, { recursive: true }));

test.each([
  ['postgres://journal:secret@db:5432/journal', 'postgres://journal:***@db:5432/journal'],
  ['postgres://journal:se/cr@t@db/journal', 'postgres://journal:***@db/journal'],
  ['postgres://journal@db/journal', undefined],
  ['postgres://db/journal?user=journal&password=secret', 'postgres://db/journal?user=journal&password=***'],
  ['kurrentdb+discover://admin:secret@a:1,b:2?tls=true', 'kurrentdb+discover://admin:***@a:1,b:2?tls=true'],
  ['kurrentdb://a:1,b:2,c:3?tls=false', undefined],
])('%s is stored without its secrets', (url, kept = url) => {
  expect(withoutSecrets(url)).toBe(kept);
  expect(isCompleteUrl(kept)).toBe(kept === url);
});

test('a folder remembers its engines without secrets until it is started with other ones', async () => {
  expect(await readEngines(folder)).toBeUndefined();
  const EVENT_STORE_URL = 'esdb://admin:secret@log:2113';
  await rememberEngines(folder, { EVENT_STORE_URL });
  expect(await readEngines(folder)).toEqual({ EVENT_STORE_URL: 'esdb://admin:***@log:2113' });
  const file = join(folder, 'engines.json');
  expect(await readFile(file, 'utf8')).not.toContain('secret');
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const forgotten = [
    expect.stringMatching(/^EVENT_STORE_URL: is not set, .* started with esdb:\/\/admin:\*{3}@log:2113;/),
  ];
  expect(await forgottenEngines(folder, {})).toEqual(forgotten);
  expect(await forgottenEngines(folder, { EVENT_STORE_URL: ' ' })).toEqual(forgotten);
  expect(await forgottenEngines(folder, { EVENT_STORE_URL: 'esdb://elsewhere' })).toEqual([]);
  await rememberEngines(folder, {});
  expect(await forgottenEngines(folder, {})).toEqual([]);

  await writeFile(file, '{');
  await expect(readEngines(folder)).rejects.toThrow(`DATA_DIR: ${file} is not valid JSON; remove it`);
  await rm(file);
  await mkdir(file);
  await expect(readEngines(folder)).rejects.toThrow(/ cannot be read \(EISDIR\)$/);
});
