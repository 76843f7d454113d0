import { get } from 'node:http';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { positionHeader, topics, topicsHeader } from '@journal/contracts';
import { createSampleApi, sampleWebConfig } from '../tools/testing/sample-api.ts';
import { createWebService } from '../web/server/index.ts';
import { type BenchContext, type Figure, percentile } from './bench.ts';
import { browser } from './load.ts';

/** The article page is left out: its status depends on whether the article exists. */
const pages = [
  ['Home', '/'],
  ['section', '/clash'],
  ['About', '/about'],
  ['search', '/search?q=sample'],
] as const;
/** Delay of each response to a read, in milliseconds. */
const delay = 200;
const warmUps = 50;
const warmUpDelay = 20;
const rounds = 31;
const position = '00000010';

/**
 * Resolves with the median times to first byte, in milliseconds, of pages that are not kept, while reads are slow. The
 * pages read the specs' sample articles; client and server share this process.
 */
export async function firstByteFigures({ defer }: BenchContext): Promise<Figure[]> {
  const api = createSampleApi();
  const changes = new PassThrough();
  const tell = (...told: string[]) =>
    changes.write(`data: ${JSON.stringify({ position, topics: told })}\n\n`);
  const heartbeat = setInterval(() => changes.write(':\n\n'), 1_000);
  const web = await createWebService(
    { ...sampleWebConfig },
    {
      api: async (path, request) => {
        const answer = await api.fetch(path, request);
        const told = { [positionHeader]: position, [topicsHeader]: topics.everything };
        return { ...answer, headers: { ...answer.headers, ...told } };
      },
      changes: async () => changes,
    },
  );
  defer(async () => {
    clearInterval(heartbeat);
    await web.stop();
  });
  tell();
  await web.start();
  const url = await web.app.listen({ host: '127.0.0.1', port: 0 });
  for (const [, path] of pages) await firstByte(url + path);

  const times = new Map<string, number[]>(pages.map(([what]) => [what, []]));
  for (let round = -warmUps; round < rounds; round++) {
    api.delay = () => sleep(round < 0 ? warmUpDelay : delay);
    for (const [what, path] of pages) {
      // Drops the pages kept in the previous round.
      tell(topics.everything);
      await sleep(5);
      const time = await firstByte(url + path);
      if (round >= 0) times.get(what)?.push(time);
    }
  }
  return pages.map(([what]) => ({
    what: `first byte of ${what}, not kept, reads ${delay} ms late: p50`,
    value: percentile(times.get(what) ?? [], 0.5),
    unit: 'ms',
    goal: '10 ms',
  }));
}

/** Resolves with the time to the first byte of a page's body, in milliseconds, once the whole page has arrived. */
const firstByte = (url: string) =>
  new Promise<number>((resolve, reject) => {
    const from = performance.now();
    get(url, { headers: browser }, (answer) => {
      let time = 0;
      answer.once('data', () => {
        time = performance.now() - from;
      });
      answer.on('end', () => resolve(time));
      answer.resume();
    }).once('error', reject);
  });
