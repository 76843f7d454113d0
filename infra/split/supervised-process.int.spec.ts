import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '@journal/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type SupervisedProcess, superviseProcess } from './supervised-process.ts';

let folder: string;
let supervised: SupervisedProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-supervised-'));
});
afterEach(async () => {
  await supervised?.stop();
  await rm(folder, { recursive: true, force: true });
});

function supervise(environment: Record<string, string> = {}): void {
  supervised = superviseProcess({
    name: 'short-lived',
    entry: fileURLToPath(new URL('fixtures/short-lived.ts', import.meta.url)),
    environment: { NOTES: join(folder, 'notes'), ...environment },
  });
}

async function starts(): Promise<number[]> {
  const notes = await readFile(join(folder, 'notes'), 'utf8').catch(() => '');
  return notes.split('\n').filter(Boolean).map(Number);
}

const untilStarted = (count: number) =>
  until(async () => expect((await starts()).length).toBeGreaterThanOrEqual(count));

test('a process that is killed comes back, and one that is stopped stays away', async () => {
  supervise();
  await untilStarted(1);
  process.kill((await starts())[0] ?? Number.NaN, 'SIGKILL');
  await untilStarted(2);
  await supervised?.stop();
  for (const pid of await starts()) expect(() => process.kill(pid, 0)).toThrow();
  expect(supervised?.isRunning).toBe(false);
});

test('a process that dies at once is started again and again, more and more slowly', async () => {
  supervise({ DIES: 'yes' });
  await untilStarted(3);
  await supervised?.stop();
  const count = (await starts()).length;
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(await starts()).toHaveLength(count);
});

test('a restart ends the process before the next one begins', async () => {
  supervise();
  await untilStarted(1);
  supervised?.restart();
  await untilStarted(2);
  const [first = Number.NaN, second = Number.NaN] = await starts();
  expect(() => process.kill(first, 0)).toThrow();
  expect(process.kill(second, 0)).toBe(true);
});

describe("a process that can't be started", () => {
  const { execPath } = process;
  beforeEach(() => {
    process.execPath = join(folder, 'missing');
  });
  afterEach(() => {
    process.execPath = execPath;
  });

  test('is started once it can be', async () => {
    supervise();
    await until(() => expect(supervised?.isRunning).toBe(false));
    process.execPath = execPath;
    await untilStarted(1);
  });

  test('can be stopped', async () => {
    supervise();
    await supervised?.stop();
    expect(supervised?.isRunning).toBe(false);
  });
});
