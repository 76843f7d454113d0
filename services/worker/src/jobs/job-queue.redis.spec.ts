import { dumpRedis } from '../testing/dump-redis.ts';
import { startRedis } from '../testing/start-redis.ts';
import { createRedisEngine } from './bull-engine.ts';
import { jobQueueContract, type OpenedEngine } from './contract/job-queue.contract.ts';

const open = async (): Promise<OpenedEngine> => {
  const redis = await startRedis();
  return {
    port: redis.port,
    engine: (through) => createRedisEngine(`redis://127.0.0.1:${through ?? redis.port}`),
    dump: () => dumpRedis(redis.client),
    async clear() {
      await redis.client.flushall();
    },
    close: () => redis.stop(),
  };
};

jobQueueContract('Redis', open);
