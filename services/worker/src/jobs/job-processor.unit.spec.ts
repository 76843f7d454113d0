import { type Job, UnrecoverableError } from 'bullmq';
import fastify from 'fastify';
import Type from 'typebox';
import { expect, it } from 'vitest';
import type { JobRecord } from './bull-engine.ts';
import { backOffAfter, defaultRetries, defineJobHandler } from './job-kind.ts';
import { createProcessor } from './job-processor.ts';

const kind = { name: 'try-out', data: Type.Object({}, { additionalProperties: false }) } as const;
const job = {
  id: 'try-out-1',
  name: kind.name,
  data: { requestId: 'request-1', data: {} },
  attemptsMade: 0,
  opts: { attempts: 4 },
} as Job<JobRecord>;

it('a job that arrives while the worker stops is not started, and fails so that it is retried', async () => {
  const begun: unknown[] = [];
  const outcomes: string[] = [];
  const process = createProcessor({
    handlers: [defineJobHandler(kind, async (data) => void begun.push(data))],
    log: fastify({ logger: { level: 'silent' } }).log,
    stopping: AbortSignal.abort(),
    onOutcome: (name, outcome) => void outcomes.push(`${name} ${outcome}`),
  });
  await expect(process(job)).rejects.toThrow();
  expect(begun).toEqual([]);
  expect(outcomes).toEqual(['try-out failed']);
});

it.each([
  ['kind', { ...job, name: 'of-tomorrow' }],
  ['data', { ...job, data: { requestId: 'request-1', data: { hour: '2026-01-02T03' } } }],
])('a job whose %s only another version knows is retried', async (_what, unknown) => {
  const outcomes: string[] = [];
  const process = createProcessor({
    handlers: [defineJobHandler(kind, async () => {})],
    log: fastify({ logger: { level: 'silent' } }).log,
    stopping: new AbortController().signal,
    onOutcome: (_name, outcome) => void outcomes.push(outcome),
  });
  await expect(process(unknown as Job<JobRecord>)).rejects.not.toBeInstanceOf(UnrecoverableError);
  expect(outcomes).toEqual(['failed']);
});

it('a completed job is logged with the ID of the request that created it', async () => {
  const lines: string[] = [];
  const { log } = fastify({ logger: { stream: { write: (line: string) => void lines.push(line) } } });
  const handlers = [defineJobHandler(kind, async () => {})];
  await createProcessor({ handlers, log, stopping: new AbortController().signal })(job);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: 'job done', requestId: 'request-1' });
});

const pauses = (chance: number) =>
  Array.from({ length: defaultRetries.attempts - 1 }, (_, index) =>
    backOffAfter(index + 1, defaultRetries, chance),
  );

it('the backoff doubles from 5 seconds up to 10 minutes', () => {
  expect(pauses(0).slice(0, 9)).toEqual([
    5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 320_000, 600_000, 600_000,
  ]);
  expect(new Set(pauses(0).slice(7))).toEqual(new Set([600_000]));
});

it('jitter shortens the backoff by at most a quarter', () => {
  expect(pauses(1)).toEqual(pauses(0).map((pause) => pause * 0.75));
  for (let turn = 0; turn < 100; turn++) {
    const pause = backOffAfter(3, defaultRetries);
    expect(pause).toBeGreaterThanOrEqual(15_000);
    expect(pause).toBeLessThanOrEqual(20_000);
  }
});

it('retries continue for 6 to 8.5 hours, and the backoff is still 10 minutes after 5,000 attempts', () => {
  const hours = pauses(0.5).reduce((sum, pause) => sum + pause, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(6);
  expect(hours).toBeLessThan(8.5);
  expect(backOffAfter(5_000, defaultRetries, 0)).toBe(600_000);
});
