import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Article, type ArticleFields, positionHeader } from '@journal/contracts';
import { startJournal } from '../tools/testing/start-journal.ts';
import { createArticleTexts } from './articles.ts';
import { type BenchContext, type Figure, percentile } from './bench.ts';

export const name =
  'time from the answer to a write until the API shows it (npm start, one process, 600-word articles)';

const idleWrites = 100;
const busySeconds = 5;
const busyRate = 200;

export async function run({ defer, say }: BenchContext): Promise<Figure[]> {
  const token = randomBytes(32).toString('base64url');
  const journal = await startJournal('start', {
    environment: { SERVICE_TOKEN: token, DEMO_CONTENT: 'off', LOG_LEVEL: 'warn' },
  });
  defer(() => journal.stop());
  const { text } = createArticleTexts();
  const texts = Array.from({ length: 50 }, text);
  let written = 0;

  async function write(): Promise<{ id: number; position: string }> {
    const number = ++written;
    const body: ArticleFields = {
      title: `Article ${number}`,
      content: texts[number % texts.length] ?? '',
      excerpt: 'An excerpt',
      section: 'view',
      authorName: `Writer ${number % 100}`,
      authorAge: 15,
      readTime: 3,
    };
    const answer = await fetch(`${journal.url}/api/articles`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.status !== 201) throw new Error(`A write was answered with ${answer.status}`);
    return {
      id: ((await answer.json()) as Article).id,
      position: answer.headers.get(positionHeader) ?? '',
    };
  }

  /** Milliseconds from the write's answer to the first read that shows it; the read itself is part of them. */
  async function untilVisible(): Promise<number> {
    const { id, position } = await write();
    const from = performance.now();
    const answer = await fetch(`${journal.url}/api/articles/${id}`, {
      headers: { [positionHeader]: position },
    });
    await answer.text();
    if (answer.status !== 200) throw new Error(`Article ${id} was not there in time`);
    return performance.now() - from;
  }

  await Promise.all(Array.from({ length: 20 }, untilVisible));
  say('idle …');
  const idle: number[] = [];
  for (let count = 0; count < idleWrites; count++) {
    idle.push(await untilVisible());
    await sleep(10);
  }

  say(`${busyRate} writes a second …`);
  const busy: Promise<number>[] = [];
  const started = performance.now();
  for (let count = 0; count < busyRate * busySeconds; count++) {
    const due = started + (count * 1_000) / busyRate;
    if (due > performance.now()) await sleep(due - performance.now());
    busy.push(untilVisible());
  }
  const busyTimes = await Promise.all(busy);
  const reached = busyTimes.length / ((performance.now() - started) / 1_000);

  return [
    ...figures('idle', idle, 'p99 under 50 ms'),
    ...figures(`at ${busyRate} writes a second`, busyTimes, 'p99 under 250 ms'),
    { what: 'writes and reads a second that were reached', value: reached, unit: '/s' },
  ];
}

function figures(what: string, times: number[], goal: string): Figure[] {
  return [
    { what: `${what}, p50`, value: percentile(times, 0.5), unit: 'ms' },
    { what: `${what}, p99`, value: percentile(times, 0.99), unit: 'ms', goal },
  ];
}
