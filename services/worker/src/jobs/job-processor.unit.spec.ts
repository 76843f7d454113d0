import type { Job } from 'bullmq';
import fastify from 'fastify';
import Type from 'typebox';
import { expect, it } from 'vitest';
import type { JobRecord } from './bull-engine.ts';
import { handles } from './job-kind.ts';
import { createProcessor } from './job-processor.ts';

const kind = { name: 'try-out', data: Type.Object({}) } as const;
const job = {
  id: 'try-out-1',
  name: kind.name,
  data: { requestId: 'request-1', data: {} },
  attemptsMade: 0,
  opts: { attempts: 4 },
} as Job<JobRecord>;

it('a job that comes while the worker stops is not begun, and is tried again', async () => {
  const begun: unknown[] = [];
  const outcomes: string[] = [];
  const process = createProcessor({
    handlers: [handles(kind, async (data) => void begun.push(data))],
    log: fastify({ logger: { level: 'silent' } }).log,
    stopping: AbortSignal.abort(),
    onOutcome: (name, outcome) => void outcomes.push(`${name} ${outcome}`),
  });
  await expect(process(job)).rejects.toThrow();
  expect(begun).toEqual([]);
  expect(outcomes).toEqual(['try-out failed']);
});
