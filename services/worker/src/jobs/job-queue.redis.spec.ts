import { openGate, until } from '@journal/testing';
import { RedisQueueBackend } from 'bullmq';
import { expect, it, vi } from 'vitest';
import { dumpRedis, startRedis } from '../testing/redis.ts';
import { openBull } from './bull-engine.ts';
import { jobQueueContract } from './contract/job-queue.contract.ts';
import { defaultRetries } from './job-kind.ts';

jobQueueContract('Redis', async () => {
  const { url, client, stop } = await startRedis();
  return {
    url,
    isWatched: true,
    dump: () => dumpRedis(client),
    clear: async () => void (await client.flushall()),
    close: stop,
  };
});

it('a cut Redis connection is reopened without further errors', async () => {
  const redis = await startRedis();
  const gate = await openGate(Number(new URL(redis.url).port));
  const options = { work: async () => {}, retries: defaultRetries, stallTimeout: 30_000 };
  const { queue, worker } = await openBull(`redis://127.0.0.1:${gate.port}`, options);
  const errors: string[] = [];
  const note = ({ message }: Error) => void errors.push(message);
  queue.on('error', note);
  worker.on('error', note);
  await worker.waitUntilReady();
  const waits = vi.spyOn(RedisQueueBackend.prototype, 'waitForJob');
  const running = worker.run();
  await until(() => expect(waits.mock.results.length).toBeGreaterThan(0));
  gate.shut();
  gate.open();
  // Each wait takes a second, and a connection has 3 s to answer.
  await until(() => expect(waits.mock.results.length).toBeGreaterThan(6));
  expect(errors).toContain('read ECONNRESET');
  expect(errors.filter((message) => message !== 'read ECONNRESET')).toEqual([]);
  for (const client of [worker, queue]) await client.close();
  await running;
  await gate.close();
  await redis.stop();
});
