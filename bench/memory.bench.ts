import { setTimeout as sleep } from 'node:timers/promises';
import { type ProcessMemory, processTree } from '../tools/testing/process-tree.ts';
import { startJournal } from '../tools/testing/start-journal.ts';
import type { BenchContext, Figure } from './bench.ts';
import { browser, load } from './load.ts';

export const name =
  'memory of the whole embedded system with the demo content: idle, after 30 s of full load, and a minute later';

const mebibyte = 2 ** 20;
/** Milliseconds until the system is at rest: pools close idle connections after 10 s. */
const untilAtRest = 25_000;
const untilCalm = 60_000;
/**
 * In this order: a kept page, a kept page, a cached response, a page rendered for every request. Each is loaded equally
 * long.
 */
const paths = ['/', '/article/1', '/api/articles?fields=card&limit=6', '/search?q=school'];
const loadSeconds = 30;

export async function run({ defer, say }: BenchContext): Promise<Figure[]> {
  const journal = await startJournal('start');
  defer(() => journal.stop());
  for (const path of ['/', '/clash', '/article/1', '/api/articles'])
    await fetch(`${journal.url}${path}`).then((page) => page.text());
  say(`idle for ${untilAtRest / 1_000} s …`);
  await sleep(untilAtRest);
  const atRest = processTree(journal.pid);
  for (const path of paths) {
    say(`${loadSeconds / paths.length} s of ${path} …`);
    await load({ url: journal.url + path, headers: browser }, loadSeconds / paths.length);
  }
  const loaded = processTree(journal.pid);
  say(`cooling down for ${untilCalm / 1_000} s …`);
  await sleep(untilCalm);
  const calm = processTree(journal.pid);
  return [
    memoryOf('services and Postgres', atRest, (command) => !isWrapper(command), 'under 250'),
    memoryOf('the process of the services', atRest, isServices),
    memoryOf('Postgres and its guard', atRest, (command) => !isServices(command) && !isWrapper(command)),
    memoryOf('the wrapper (what npm start runs first)', atRest, isWrapper),
    {
      what: 'processes of Postgres',
      value: atRest.filter(({ command }) => command.includes('postgres')).length,
      unit: '',
    },
    memoryOf(`everything, after ${loadSeconds} s of full load`, loaded, () => true, 'under 350'),
    memoryOf('the process of the services then', loaded, isServices),
    memoryOf('everything, a minute later', calm, () => true, 'under 220'),
    memoryOf('the process of the services then', calm, isServices),
  ];
}

const isWrapper = (command: string) => command.includes('bootstrap/run.mjs');
const isServices = (command: string) => command.includes('embedded/main.ts');

function memoryOf(
  what: string,
  processes: readonly ProcessMemory[],
  matches: (command: string) => boolean,
  goal?: string,
): Figure {
  const shares = processes.filter(({ command }) => matches(command)).map(({ share }) => share);
  const value = shares.reduce((sum, share) => sum + share, 0) / mebibyte;
  return { what, value, unit: 'MB PSS', ...(goal && { goal }) };
}
