import { createWriteStream } from 'node:fs';
import { devNull } from 'node:os';
import { writeArticleHistory } from './articles.ts';
import type { BenchContext, Figure } from './bench.ts';
import { openLog } from './journal.ts';
import { compareLoads, startBareRoute } from './load.ts';

export const name =
  'query routes beside a bare Fastify route that sends the same bytes, 32 connections, 1,000 articles';

const routes = {
  'list of 6 cards': '/api/articles?limit=6&fields=card',
  'one article': '/api/articles/500',
  featured: '/api/articles/featured?limit=24&fields=card',
  stats: '/api/stats',
};

export async function run(context: BenchContext): Promise<Figure[]> {
  const { store, vault, startWorker, startQuery } = await openLog(context);
  await writeArticleHistory({ store, vault, articles: 1_000, edited: 0, writers: 200 });
  await startWorker();
  const listen = async (query: ReturnType<typeof startQuery>) =>
    (await query).app.listen({ host: '127.0.0.1', port: 0 });
  const quiet = await listen(startQuery());
  const logging = await listen(startQuery('info', { logStream: createWriteStream(devNull) }));

  const figures: Figure[] = [];
  for (const [what, path] of Object.entries(routes)) {
    context.say(`${what} …`);
    const bytes = Buffer.from(await (await fetch(quiet + path)).arrayBuffer());
    const bare = await startBareRoute(context, bytes, { 'content-type': 'application/json; charset=utf-8' });
    const [ours = 0, withLog = 0, baseline = 0] = await compareLoads([
      { url: quiet + path },
      { url: logging + path },
      { url: bare },
    ]);
    figures.push({
      what,
      value: ours,
      unit: 'requests/s',
      baseline: { what: 'the bare route', value: baseline },
      goal: 'at least 0.8 times',
    });
    figures.push({
      what: `${what}, each logged`,
      value: withLog,
      unit: 'requests/s',
      baseline: { what: 'the bare route', value: baseline },
    });
  }
  return figures;
}
