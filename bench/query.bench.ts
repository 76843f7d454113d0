import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { devNull } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPostgresEventStore } from '@journal/event-store';
import { createQueryService, loadQueryConfig, type QueryParts } from '@journal/query';
import type { Service } from '@journal/service-kit';
import { createPostgresVault } from '@journal/vault';
import { createWorkerService, loadWorkerConfig } from '@journal/worker';
import fastify from 'fastify';
import { writeArticleHistory } from './articles.ts';
import type { BenchContext, Figure } from './bench.ts';
import { compareLoads } from './load.ts';

export const name =
  'query routes beside a bare Fastify route that sends the same bytes, 32 connections, 1,000 articles';

const routes = {
  'list of 6 cards': '/api/articles?limit=6&fields=card',
  'one article': '/api/articles/500',
  featured: '/api/articles/featured?limit=24&fields=card',
  stats: '/api/stats',
};

export async function run({ startPostgres, defer, say }: BenchContext): Promise<Figure[]> {
  const url = await startPostgres();
  const masterKey = randomBytes(32).toString('base64');
  const store = await createPostgresEventStore({ url });
  defer(() => store.close());
  const vault = await createPostgresVault({ url, masterKey });
  defer(() => vault.close());
  await writeArticleHistory({ store, vault, articles: 1_000, edited: 0, writers: 200 });
  const worker = await createWorkerService(
    loadWorkerConfig({
      DATABASE_URL: url,
      EVENT_STORE_URL: url,
      MASTER_KEY: masterKey,
      LOG_LEVEL: 'warn',
      COMMAND_URL: 'http://127.0.0.1:1',
      SERVICE_TOKEN: 'x'.repeat(32),
    }),
  );
  defer(() => worker.stop());
  await worker.start();

  async function startQuery(level: string, parts: QueryParts = {}): Promise<string> {
    const config = {
      DATABASE_URL: url,
      COMMAND_URL: 'http://127.0.0.1:1',
      SERVICE_TOKEN: randomBytes(32).toString('hex'),
      SESSION_KEYS: randomBytes(32).toString('base64'),
      LOG_LEVEL: level,
    };
    const query = await createQueryService(loadQueryConfig(config), parts);
    defer(() => query.stop());
    await query.start();
    const origin = await query.app.listen({ host: '127.0.0.1', port: 0 });
    await untilReady(query);
    return origin;
  }
  const quiet = await startQuery('warn');
  const logging = await startQuery('info', { logStream: createWriteStream(devNull) });

  const figures: Figure[] = [];
  for (const [what, path] of Object.entries(routes)) {
    say(`${what} …`);
    const bare = await startBare(Buffer.from(await (await fetch(quiet + path)).arrayBuffer()), defer);
    const [ours = 0, withLog = 0, beside = 0] = await compareLoads([
      { url: quiet + path },
      { url: logging + path },
      { url: bare },
    ]);
    figures.push({
      what,
      value: ours,
      unit: 'requests/s',
      beside: { what: 'the bare route', value: beside },
      goal: 'at least 0.5 of it',
    });
    figures.push({
      what: `${what}, each logged`,
      value: withLog,
      unit: 'requests/s',
      beside: { what: 'the bare route', value: beside },
    });
  }
  return figures;
}

async function untilReady(service: Service): Promise<void> {
  while ((await service.app.inject('/health/ready')).statusCode !== 200) await sleep(20);
}

async function startBare(bytes: Buffer, defer: BenchContext['defer']): Promise<string> {
  const app = fastify();
  app.get('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes));
  defer(() => app.close());
  return app.listen({ host: '127.0.0.1', port: 0 });
}
