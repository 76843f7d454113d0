import { dumpRedis, startRedis } from '../testing/redis.ts';
import { jobQueueContract } from './contract/job-queue.contract.ts';

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
