import { createMetrics } from '@journal/service-kit';
import { openGate, until } from '@journal/testing';
import { PostgresQueueBackend, Queue, RedisQueueBackend } from 'bullmq';
import fastify from 'fastify';
import Type from 'typebox';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { defineJobHandler, FinalFailure, type JobContext } from '../job-kind.ts';
import { createJobQueue, type JobQueue, type JobQueueOptions } from '../job-queue.ts';

export type JobServer = {
  readonly url: string;
  /** Whether an idle worker detects dead connections within seconds; otherwise within a minute. */
  readonly isWatched: boolean;
  /** Resolves with the entire contents of the server, as text. */
  dump(): Promise<string>;
  /** Removes all jobs. */
  clear(): Promise<void>;
  close(): Promise<void>;
};

const kind = {
  name: 'try-out',
  data: Type.Object({ id: Type.String() }, { additionalProperties: false }),
} as const;
const retries = { attempts: 4, first: 1, max: 4 };
const silentLog = fastify({ logger: { level: 'silent' } }).log;
const job = (id: string) => ({ key: `key:${id}`, requestId: 'request-1', data: { id } });
const added = (queue: JobQueue, id: string) => until(() => queue.add(kind, job(id)));
const untilCounts = (queue: JobQueue, counts: Partial<Awaited<ReturnType<JobQueue['counts']>>>) =>
  until(async () => expect(await queue.counts()).toMatchObject(counts));

/** Contract suite of the job queue, for each server that can store its jobs. */
export function jobQueueContract(name: string, open: () => Promise<JobServer>): void {
  describe(`the job queue on ${name}`, () => {
    let server: JobServer;
    const closing: (() => Promise<unknown>)[] = [];
    beforeAll(async () => {
      server = await open();
    });
    afterEach(async () => {
      for (const close of closing.splice(0).reverse()) await close();
      await server.clear();
    });
    afterAll(() => server.close());

    type Work = (id: string, context: JobContext) => Promise<void>;
    function start(work: Work, options: Partial<JobQueueOptions> = {}): JobQueue {
      const queue = createJobQueue({
        url: server.url,
        handlers: [defineJobHandler(kind, ({ id }, context) => work(id, context))],
        log: silentLog,
        metrics: createMetrics('spec'),
        retries,
        ...options,
      });
      closing.push(() => queue.stop());
      queue.start();
      return queue;
    }
    /** Resolves with a gate in front of the server, and the server's URL through it. */
    async function gated() {
      const url = new URL(server.url);
      const gate = await openGate(Number(url.port));
      closing.push(() => gate.close());
      url.port = `${gate.port}`;
      return { gate, url: url.href };
    }

    it('runs a job once per key, even if it is added again after completion, and rejects invalid data', async () => {
      const done: string[] = [];
      const queue = start(async (id, { requestId }) => void done.push(`${id} of ${requestId}`));
      await added(queue, 'a');
      await untilCounts(queue, { completed: 1 });
      await added(queue, 'a');
      await added(queue, 'b');
      await untilCounts(queue, { completed: 2, waiting: 0 });
      expect(done).toEqual(['a of request-1', 'b of request-1']);
      const more = { ...job('c'), data: { id: 'c', email: 'a@example.org' } };
      await expect(queue.add(kind, more)).rejects.toThrow('does not match its schema');
    });

    it('retries failed jobs, and stores permanent failures without the messages of foreign errors', async () => {
      const attempts: Record<string, number> = {};
      const jobIds = new Set<string>();
      const metrics = createMetrics('spec');
      const work: Work = async (id, { jobId }) => {
        jobIds.add(jobId);
        attempts[id] = (attempts[id] ?? 0) + 1;
        if (id === 'final') throw new FinalFailure('it can never be');
        if (id === 'never' || attempts[id] < 3) throw new Error('550 no mailbox secret@example.org');
      };
      const queue = start(work, { metrics });
      for (const id of ['third time', 'never', 'final']) await added(queue, id);
      await untilCounts(queue, { waiting: 0, active: 0, delayed: 0, completed: 1, failed: 2 });
      expect(attempts).toEqual({ 'third time': 3, never: retries.attempts, final: 1 });
      // All attempts have the ID of their job, which identifies mails.
      expect(jobIds.size).toBe(3);
      const outcomes = await metrics.registry.getSingleMetricAsString('journal_job_attempts_total');
      expect(outcomes).toMatch(/outcome="done".*\} 1$/m);
      expect(outcomes).toMatch(/outcome="failed for good".*\} 2$/m);
      const stored = await server.dump();
      expect(stored).toContain('try-out');
      expect(stored).not.toMatch(/secret|example\.org/);
    });

    it('waits before a retry, and runs other jobs meanwhile', async () => {
      const attempts: string[] = [];
      const work = async (id: string) => {
        attempts.push(id);
        if (id === 'fails') throw new Error('not yet');
      };
      const hour = 3_600_000;
      const queue = start(work, { retries: { attempts: 4, first: hour, max: hour } });
      await added(queue, 'fails');
      await untilCounts(queue, { active: 0, delayed: 1 });
      await added(queue, 'other');
      await untilCounts(queue, { completed: 1, delayed: 1 });
      expect(attempts).toEqual(['fails', 'other']);
    });

    it('runs a job no earlier than its delay, and can remove it before', async () => {
      const done: string[] = [];
      const queue = start(async (id) => void done.push(id));
      const hour = 3_600_000;
      await until(() => queue.add(kind, { ...job('in an hour'), delay: hour }));
      const begin = Date.now();
      await queue.add(kind, { ...job('soon'), delay: 300 });
      await queue.add(kind, { ...job('soon'), delay: 300 });
      await queue.add(kind, job('now'));
      await until(() => expect(done).toEqual(['now', 'soon']));
      expect(Date.now() - begin).toBeGreaterThanOrEqual(290);
      await untilCounts(queue, { completed: 2, delayed: 1 });
      // Same as a freshly started worker.
      const other = start(async () => {});
      await other.remove((data) => (data as { id: string }).id === 'in an hour');
      expect(await queue.counts()).toMatchObject({ delayed: 0 });
    });

    it('removes jobs by their data, one page at a time, except active ones', async () => {
      const release = Promise.withResolvers<void>();
      const done: string[] = [];
      const work = async (id: string) => {
        if (id.startsWith('hold')) await release.promise;
        if (id === 'failing') throw new FinalFailure('no');
        done.push(id);
      };
      const queue = start(work, { pageSize: 2 });
      await added(queue, 'failing');
      await untilCounts(queue, { failed: 1 });
      const held = ['hold 1', 'hold 2', 'hold 3', 'hold 4'];
      const waiting = ['gone 1', 'stays 1', 'gone 2', 'gone 3', 'stays 2', 'gone 4', 'gone 5'];
      for (const id of [...held, ...waiting]) await added(queue, id);
      await untilCounts(queue, { active: 4, waiting: 7 });
      const loading = vi.spyOn(Queue.prototype, 'getJobs');
      await queue.remove((data) => /^(gone|failing|hold 1)/.test((data as { id: string }).id));
      const pages = await Promise.all(loading.mock.results.map(({ value }) => value as Promise<unknown[]>));
      loading.mockRestore();
      expect(Math.max(...pages.map((page) => page.length))).toBe(2);
      expect(await queue.counts()).toMatchObject({ active: 4, waiting: 2, failed: 0 });
      release.resolve();
      await untilCounts(queue, { completed: 6 });
      expect(done.toSorted()).toEqual([...held, 'stays 1', 'stays 2']);
    });

    it.each(['is stopped', 'dies'])('hands the job of a worker that %s to another worker', async (end) => {
      const { gate, url } = await gated();
      const began = Promise.withResolvers<void>();
      const work: Work = async (_id, { signal }) => {
        began.resolve();
        await new Promise((_, reject) => {
          if (end === 'is stopped') signal.addEventListener('abort', () => reject(new Error('stopped')));
        });
      };
      const first = start(work, { url, stallTimeout: 400, shutdownTimeout: end === 'dies' ? 100 : 3_000 });
      await added(first, 'a');
      await began.promise;
      if (end === 'dies') gate.shut();
      else await first.stop();
      const done: string[] = [];
      const second = start(async (id) => void done.push(id), { stallTimeout: 400 });
      await untilCounts(second, { completed: 1, active: 0 });
      expect(done).toEqual(['a']);
    });

    it('rejects while the server is unreachable, and recovers automatically, at startup and later', async () => {
      const { gate, url } = await gated();
      gate.shut();
      const done: string[] = [];
      const queue = start(async (id) => void done.push(id), { url });
      await expect(queue.counts()).rejects.toThrow();
      await expect(queue.add(kind, job('a'))).rejects.toThrow();
      gate.open();
      await added(queue, 'a');
      await until(() => expect(done).toEqual(['a']));
      await queue.counts();

      gate.shut();
      await until(() => expect(queue.counts()).rejects.toThrow());
      await expect(queue.add(kind, job('b'))).rejects.toThrow();
      gate.open();
      await added(queue, 'b');
      await until(() => expect(done).toEqual(['a', 'b']));
      await until(() => queue.counts());
    });

    it('recovers within 10 s after its connections went silent', async () => {
      const { gate, url } = await gated();
      const done: string[] = [];
      const queue = start(async (id) => void done.push(id), { url });
      await added(queue, 'a');
      // A delayed job makes a worker wait longer for the next one.
      await queue.add(kind, { ...job('in an hour'), delay: 3_600_000 });
      // A job whose completion was not acknowledged would run again.
      await untilCounts(queue, { completed: 1 });
      if (!server.isWatched) start(async (id) => void done.push(id));

      gate.silence();
      const since = Date.now();
      await added(queue, 'b');
      await until(() => expect(done).toEqual(['a', 'b']));
      await queue.counts();
      expect(Date.now() - since).toBeLessThan(10_000);
    });

    it('polls for work at least once a minute, even if the next job is due later', async () => {
      const queue = start(async () => {});
      await until(() => queue.add(kind, { ...job('in an hour'), delay: 3_600_000 }));
      const backends = [PostgresQueueBackend, RedisQueueBackend];
      const waits = backends.map((backend) => vi.spyOn(backend.prototype, 'waitForJob'));
      const seconds = () => waits.flatMap(({ mock }) => mock.calls.map(([timeout]) => timeout));
      start(async () => {});
      await until(() => expect(seconds()).not.toEqual([]));
      expect(Math.max(...seconds())).toBeLessThanOrEqual(60);
      for (const wait of waits) wait.mockRestore();
    });

    it('runs each job once with several workers, of which more than one works', async () => {
      const done: string[] = [];
      const busy = new Set<number>();
      const shared = Promise.withResolvers<void>();
      const worker = (number: number) =>
        start(async (id) => {
          if (busy.add(number).size > 1) shared.resolve();
          await shared.promise;
          done.push(id);
        });
      const [queue] = [worker(1), worker(2), worker(3)] as const;
      const ids = Array.from({ length: 60 }, (_, index) => `job ${index}`);
      await added(queue, 'job 0');
      await Promise.all(ids.map((id) => queue.add(kind, job(id))));
      await untilCounts(queue, { completed: 60 });
      expect(done.toSorted()).toEqual(ids.toSorted());
    });
  });
}
