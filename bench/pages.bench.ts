import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { sessionCookie } from '@journal/testing';
import { processTree } from '../tools/testing/process-tree.ts';
import { startJournal } from '../tools/testing/start-journal.ts';
import { createArticleTexts } from './articles.ts';
import { type BenchContext, type Figure, latencyFigures, medianOf } from './bench.ts';
import { firstByteFigures } from './first-byte.ts';
import { browser, compareLoads, startBareRoute } from './load.ts';

export const name = 'pages: cached, signed in, not cached, and time until Home shows a write (npm start)';

const rounds = 7;
const uncachedPages = 100;
const measuredWrites = 100;

export async function run(context: BenchContext): Promise<Figure[]> {
  const { defer, say } = context;
  const journal = await startJournal('start', { environment: { LOG_LEVEL: 'warn' } });
  defer(() => journal.stop());
  const services = processTree(journal.pid).find(({ command }) => command.includes('embedded/main.ts'));
  if (!services) throw new Error('The process of the services was not found');

  /** A bare route with the same bytes, encoding and type as the journal's response. */
  const startBare = async (path: string) =>
    startBareRoute(context, await rawBody(journal.url + path), {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
    });

  const register = await fetch(`${journal.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: 'reader@example.org',
      password: 'a password of the bench',
      fullName: 'Reader of the bench',
    }),
  });
  await register.arrayBuffer();
  const cookie = sessionCookie(register.headers);

  const figures: Figure[] = [];
  for (const [what, path] of [
    ['kept Home', '/'],
    ['kept article', '/article/12'],
  ] as const) {
    say(`${what} …`);
    for (let time = 0; time < 5; time++) await rawBody(`${journal.url}${path}`);
    // The more compressed body is made in the background.
    await sleep(2_000);
    const [ours = 0, baseline = 0] = await compareLoads(
      [
        { url: journal.url + path, headers: browser },
        { url: await startBare(path), headers: browser },
      ],
      rounds,
    );
    figures.push({
      what,
      value: ours,
      unit: 'requests/s',
      baseline: { what: 'the bare route', value: baseline },
      goal: 'at least 0.8 times',
    });
  }

  say('Home, signed in …');
  const [signedIn = 0] = await compareLoads(
    [{ url: `${journal.url}/`, headers: { ...browser, cookie } }],
    rounds,
  );
  figures.push({ what: 'Home, signed in', value: signedIn, unit: 'requests/s', goal: '1,000' });

  say('pages not cached …');
  let unasked = 1_000_000;
  const uncached = await medianOf(rounds, async () => {
    const before = processorTime(services.pid);
    for (let page = 0; page < uncachedPages; page++) await rawBody(`${journal.url}/?after=${++unasked}`);
    return (processorTime(services.pid) - before) / uncachedPages;
  });
  figures.push({ what: 'Home, not kept: processor time', value: uncached, unit: 'ms', goal: '3.5 ms' });

  say('first byte of pages with slow reads …');
  figures.push(...(await firstByteFigures(context)));

  say('writes until Home shows them …');
  const { text } = createArticleTexts();
  const times: number[] = [];
  for (let write = 0; write < measuredWrites; write++) {
    const title = `Seen on Home ${write}x`;
    const { status } = await journal.publish({
      title,
      content: text(),
      excerpt: 'An excerpt',
      section: 'view',
      authorName: 'Writer of the bench',
      authorAge: 15,
      readTime: 3,
    });
    if (status !== 201) throw new Error(`A write got status ${status}`);
    const from = performance.now();
    while (!(await (await fetch(`${journal.url}/`)).text()).includes(title))
      if (performance.now() - from > 10_000) throw new Error('Home did not show a write');
    times.push(performance.now() - from);
    await sleep(10);
  }
  return [
    ...figures,
    ...latencyFigures('write answered until Home shows it', times, { goal: 'p99 under 100 ms' }),
  ];
}

/** Resolves with the body as transferred, still compressed. */
const rawBody = (url: string) =>
  new Promise<Buffer>((resolve, reject) => {
    get(url, { headers: browser }, (answer) => buffer(answer).then(resolve, reject)).once('error', reject);
  });

const clockTicks = 100;

/** Returns the processor time of a process since its start, in milliseconds. Linux only. */
function processorTime(pid: number): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const fields = rest.split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / clockTicks;
}
