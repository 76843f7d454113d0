import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '@journal/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { superviseProcess } from './supervised-process.ts';

const { execPath } = process;
let folder: string;
let supervised: ReturnType<typeof superviseProcess> | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-supervised-'));
});
afterEach(async () => {
  process.execPath = execPath;
  await supervised?.stop();
  await rm(folder, { recursive: true, force: true });
});

const supervise = (environment: Record<string, string> = {}) => {
  supervised = superviseProcess({
    name: 'short-lived',
    entry: fileURLToPath(new URL('fixtures/short-lived.ts', import.meta.url)),
    environment: { NOTES: join(folder, 'notes'), ...environment },
  });
};

/** Resolves with the ids of all processes that have started. */
async function starts(): Promise<number[]> {
  const notes = await readFile(join(folder, 'notes'), 'utf8').catch(() => '');
  return notes.split('\n').filter(Boolean).map(Number);
}
const untilStarted = (count: number) =>
  until(async () => expect((await starts()).length).toBeGreaterThanOrEqual(count));

test('a killed process is restarted, a restart ends the old process first, and a stopped one stays down', async () => {
  supervise();
  await untilStarted(1);
  process.kill((await starts())[0] ?? Number.NaN, 'SIGKILL');
  await untilStarted(2);
  supervised?.restart();
  await untilStarted(3);
  const [, second = Number.NaN, third = Number.NaN] = await starts();
  expect(() => process.kill(second, 0)).toThrow();
  expect(process.kill(third, 0)).toBe(true);
  await supervised?.stop();
  expect(() => process.kill(third, 0)).toThrow();
  expect(supervised?.isRunning).toBe(false);
});

test('a process that exits immediately is restarted until it is stopped', async () => {
  supervise({ DIES: 'yes' });
  await untilStarted(3);
  await supervised?.stop();
  const count = (await starts()).length;
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(await starts()).toHaveLength(count);
});

test('a process that fails to start can be stopped, and is started once that is possible', async () => {
  process.execPath = join(folder, 'missing');
  supervise();
  await supervised?.stop();
  expect(supervised?.isRunning).toBe(false);
  supervise();
  await until(() => expect(supervised?.isRunning).toBe(false));
  process.execPath = execPath;
  await untilStarted(1);
});
