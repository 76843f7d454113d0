import { availableParallelism, loadavg } from 'node:os';
import process from 'node:process';
import { endWithUsageError, readCommandLine } from '@journal/testing/command-line';
import { createContext, inParallel, percentile } from '../bench.ts';
import { type Arrival, generateLoad } from './arrivals.ts';
import { createReaders } from './readers.ts';
import { startSplitSystem } from './split-system.ts';

const usage = `npm run load [-- options]

Raises the arrival rate step by step until the system breaks: more than 1 % of requests fail, or the p99 of reads
exceeds one second.

  --seconds <number>    of each step. Default: 10
  --systems <systems>   web x query processes. Default: 1x1,1x2,2x1,2x2
  --articles <number>   Default: 300
  --from <number>       arrivals per second of the first step. Default: 50
`;
const { values } = readCommandLine(usage, {
  seconds: { type: 'string', default: '10' },
  systems: { type: 'string', default: '1x1,1x2,2x1,2x2' },
  articles: { type: 'string', default: '300' },
  from: { type: 'string', default: '50' },
});
if (!/^[1-9]\d*x[1-9]\d*(,[1-9]\d*x[1-9]\d*)*$/.test(values.systems))
  endWithUsageError(`--systems must be like 1x1,1x2, not "${values.systems}"`);
const seconds = Number(values.seconds);
const articles = Number(values.articles);
const say = (line: string) => void process.stdout.write(`${line}\n`);
const maxConcurrent = 2_000;
const worstShare = 0.01;
const worstWait = 1_000;
/** Each step is 1.5 times the previous one. */
const growth = 1.5;

say(
  `${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}; steps of ${seconds} s, ${articles} articles`,
);
const found: { system: string; held: number; brokeAt: number }[] = [];
for (const system of values.systems.split(',')) {
  const [web = 1, query = 1] = system.split('x').map(Number);
  const context = createContext(say);
  try {
    say(`\n${web} web, ${query} query, 1 command, 1 worker`);
    const readers = createReaders(
      await startSplitSystem(context, { command: 1, query, worker: 1, web }),
      articles,
    );
    context.defer(async () => readers.close());
    await inParallel(8, Array.from({ length: articles }), readers.publish);
    await generateLoad({ rate: 30, seconds: 5, maxConcurrent, next: () => readers.next() });
    say('  arrivals/s  kind    p50     p90     p99     worst   failed');
    let held = 0;
    for (let rate = Number(values.from); ; rate = Math.round(rate * growth)) {
      const arrivals = await generateLoad({ rate, seconds, maxConcurrent, next: () => readers.next() });
      for (const kind of ['read', 'search', 'write']) say(line(rate, kind, arrivals));
      if (isBroken(arrivals)) {
        found.push({ system: `${web} web, ${query} query`, held, brokeAt: rate });
        break;
      }
      held = rate;
    }
  } finally {
    await context.end();
  }
}
say('');
for (const { system, held, brokeAt } of found) {
  const ratio = found[0]?.held ? `, ${(held / found[0].held).toFixed(2)} of ${found[0].system}` : '';
  say(`${system}: sustains ${held} arrivals per second${ratio}; fails at ${brokeAt}`);
}
process.exit(0);

function isBroken(arrivals: readonly Arrival[]): boolean {
  const failed = arrivals.filter(({ isOk }) => !isOk).length;
  const reads = arrivals.filter(({ kind }) => kind === 'read').map(({ took }) => took);
  return failed > arrivals.length * worstShare || percentile(reads, 0.99) > worstWait;
}

function line(rate: number, wanted: string, arrivals: readonly Arrival[]): string {
  const ofKind = arrivals.filter(({ kind }) => kind === wanted);
  const times = ofKind.map(({ took }) => took);
  const cells = [0.5, 0.9, 0.99, 1].map((share) => `${percentile(times, share).toFixed(0)} ms`.padEnd(8));
  const failed = ofKind.filter(({ isOk }) => !isOk).length;
  return `  ${String(rate).padEnd(12)}${wanted.padEnd(8)}${cells.join('')}${failed} of ${ofKind.length}`;
}
