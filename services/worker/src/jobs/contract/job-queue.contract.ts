import { openGate, until } from '@journal/testing';
import fastify from 'fastify';
import Type from 'typebox';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { QueueEngine } from '../bull-engine.ts';
import { FinalFailure, handles, type JobContext } from '../job-kind.ts';
import { createJobQueue, type JobQueue, type JobQueueOptions } from '../job-queue.ts';

export type OpenedEngine = {
  readonly port: number;
  /** An engine on that server, reached by another port of this machine where one is given. */
  engine(port?: number): QueueEngine;
  /** All that the server holds, as text. */
  dump(): Promise<string>;
  /** Leaves nothing of the jobs so far. */
  clear(): Promise<void>;
  close(): Promise<void>;
};

const kind = {
  name: 'try-out',
  data: Type.Object({ id: Type.String() }, { additionalProperties: false }),
} as const;
const retries = { attempts: 4, first: 1, max: 4 };
const silentLog = fastify({ logger: { level: 'silent' } }).log;

/** The contract of every engine of the queue. */
export function jobQueueContract(name: string, open: () => Promise<OpenedEngine>): void {
  describe(`the job queue on ${name}`, () => {
    let engines: OpenedEngine;
    const closing: (() => Promise<unknown>)[] = [];
    beforeAll(async () => {
      engines = await open();
    });
    afterEach(async () => {
      for (const close of closing.splice(0).reverse()) await close();
      await engines.clear();
    });
    afterAll(() => engines.close());

    type Work = (id: string, context: JobContext) => Promise<void>;
    async function start(work: Work, options: Partial<JobQueueOptions> = {}): Promise<JobQueue> {
      const queue = createJobQueue({
        engine: engines.engine(),
        handlers: [handles(kind, ({ id }, context) => work(id, context))],
        log: silentLog,
        retries,
        ...options,
      });
      closing.push(() => queue.stop());
      queue.start();
      return queue;
    }
    const job = (id: string) => ({ key: `key:${id}`, requestId: 'request-1', data: { id } });
    const added = (queue: JobQueue, id: string) => until(() => queue.add(kind, job(id)));

    it('does each job once by its key, also when it is added again after it was done', async () => {
      const done: string[] = [];
      const queue = await start(async (id, { requestId }) => void done.push(`${id} of ${requestId}`));
      await added(queue, 'a');
      await until(async () => expect(await queue.counts()).toMatchObject({ completed: 1 }));
      await added(queue, 'a');
      await added(queue, 'b');
      await until(async () => expect(await queue.counts()).toMatchObject({ completed: 2, waiting: 0 }));
      expect(done).toEqual(['a of request-1', 'b of request-1']);
    });

    it('retries what fails, and stores what failed for good', async () => {
      const attempts = new Map<string, number>();
      const outcomes: string[] = [];
      const queue = await start(
        async (id) => {
          const attempt = (attempts.get(id) ?? 0) + 1;
          attempts.set(id, attempt);
          if (id === 'final') throw new FinalFailure('it can never be');
          if (id === 'never' || attempt < 3) throw new Error('not yet');
        },
        { onOutcome: (_kind, outcome) => outcomes.push(outcome) },
      );
      for (const id of ['third time', 'never', 'final']) await added(queue, id);
      await until(async () =>
        expect(await queue.counts()).toEqual({ waiting: 0, active: 0, delayed: 0, completed: 1, failed: 2 }),
      );
      expect(Object.fromEntries(attempts)).toEqual({ 'third time': 3, never: retries.attempts, final: 1 });
      expect(outcomes.toSorted().filter((outcome) => outcome !== 'failed')).toEqual([
        'done',
        'failed for good',
        'failed for good',
      ]);
    });

    it('waits before a retry, and does other jobs meanwhile', async () => {
      const attempts: string[] = [];
      const work = async (id: string) => {
        attempts.push(id);
        if (id === 'fails') throw new Error('not yet');
      };
      const hour = 3_600_000;
      const queue = await start(work, { retries: { attempts: 4, first: hour, max: hour } });
      await added(queue, 'fails');
      await until(async () => expect(await queue.counts()).toMatchObject({ active: 0, delayed: 1 }));
      await added(queue, 'other');
      await until(async () => expect(await queue.counts()).toMatchObject({ completed: 1, delayed: 1 }));
      expect(attempts).toEqual(['fails', 'other']);
    });

    it('stores no message of an error that is not our own', async () => {
      const queue = await start(async () => {
        throw new Error('550 no mailbox secret@example.org');
      });
      await added(queue, 'a');
      await until(async () => expect(await queue.counts()).toMatchObject({ failed: 1 }));
      const all = await engines.dump();
      expect(all).toContain('try-out');
      expect(all).not.toContain('secret');
      expect(all).not.toContain('example.org');
    });

    it('rejects a job whose data has more than its kind allows', async () => {
      const queue = await start(async () => {});
      await added(queue, 'a');
      const more = { ...job('b'), data: { id: 'b', email: 'a@example.org' } };
      await expect(queue.add(kind, more)).rejects.toThrow('not what it should be');
    });

    it('removes jobs by what they are about', async () => {
      const release = Promise.withResolvers<void>();
      const done: string[] = [];
      const queue = await start(async (id) => {
        if (id.startsWith('hold')) await release.promise;
        if (id === 'failing') throw new FinalFailure('no');
        done.push(id);
      });
      await added(queue, 'failing');
      await until(async () => expect(await queue.counts()).toMatchObject({ failed: 1 }));
      for (const id of ['hold 1', 'hold 2', 'hold 3', 'hold 4', 'gone', 'stays']) await added(queue, id);
      await until(async () => expect(await queue.counts()).toMatchObject({ active: 4, waiting: 2 }));
      const fits = (data: unknown) => ['gone', 'failing', 'hold 1'].includes((data as { id: string }).id);
      await queue.remove(fits);
      expect(await queue.counts()).toMatchObject({ active: 4, waiting: 1, failed: 0 });
      release.resolve();
      await until(async () => expect(await queue.counts()).toMatchObject({ completed: 5 }));
      expect(done.toSorted()).toEqual(['hold 1', 'hold 2', 'hold 3', 'hold 4', 'stays']);
    });

    it('leaves a job under way to another worker when it is stopped', async () => {
      const began = Promise.withResolvers<void>();
      const first = await start(async (_id, { signal }) => {
        began.resolve();
        await new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(new Error('stopped'))),
        );
      });
      await added(first, 'a');
      await began.promise;
      await first.stop();
      const second = await start(async () => {});
      await until(async () => expect(await second.counts()).toMatchObject({ completed: 1, active: 0 }));
    });

    it('gives the job of a worker that died to another', async () => {
      const gate = await openGate(engines.port);
      const began = Promise.withResolvers<void>();
      const dying = await start(
        async () => {
          began.resolve();
          await new Promise(() => {});
        },
        { engine: engines.engine(gate.port), stallTimeout: 400, shutdownTimeout: 100 },
      );
      await added(dying, 'a');
      await began.promise;
      gate.shut();
      const done: string[] = [];
      const other = await start(async (id) => void done.push(id), { stallTimeout: 400 });
      await until(async () => expect(await other.counts()).toMatchObject({ completed: 1, active: 0 }));
      expect(done).toEqual(['a']);
      await dying.stop();
      await gate.close();
    });

    it('rejects while it is unreachable, and recovers by itself, from the start on and later', async () => {
      const gate = await openGate(engines.port);
      gate.shut();
      const done: string[] = [];
      const queue = await start(async (id) => void done.push(id), { engine: engines.engine(gate.port) });
      closing.push(() => gate.close());
      await expect(queue.check()).rejects.toThrow();
      await expect(queue.add(kind, job('a'))).rejects.toThrow();
      gate.open();
      await added(queue, 'a');
      await until(() => expect(done).toEqual(['a']));
      await queue.check();

      gate.shut();
      await until(() => expect(queue.check()).rejects.toThrow());
      await expect(queue.add(kind, job('b'))).rejects.toThrow();
      gate.open();
      await added(queue, 'b');
      await until(() => expect(done).toEqual(['a', 'b']));
      await until(() => queue.check());
    });

    it('shares the work among many workers, each job once', async () => {
      const done: string[] = [];
      const queues = await Promise.all([1, 2, 3].map(() => start(async (id) => void done.push(id))));
      const [queue] = queues;
      if (!queue) throw new Error('there is no queue');
      const ids = Array.from({ length: 60 }, (_, index) => `job ${index}`);
      await added(queue, 'job 0');
      await Promise.all(ids.map((id) => queue.add(kind, job(id))));
      await until(async () => expect(await queue.counts()).toMatchObject({ completed: 60 }));
      expect(done.toSorted()).toEqual(ids.toSorted());
    });

    it('can be stopped before it was started, and twice', async () => {
      const queue = createJobQueue({ engine: engines.engine(), handlers: [], log: silentLog });
      await Promise.all([queue.stop(), queue.stop()]);
    });
  });
}
