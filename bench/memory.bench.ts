import { setTimeout as sleep } from 'node:timers/promises';
import { processTree } from '../tools/testing/process-tree.ts';
import { startJournal } from '../tools/testing/start-journal.ts';
import type { BenchContext, Figure } from './bench.ts';

export const name = 'memory of the whole embedded system at rest, with the demo content';

const mebibyte = 2 ** 20;
/** Pools close their idle connections after 10 s. */
const untilAtRest = 25_000;

export async function run({ defer, say }: BenchContext): Promise<Figure[]> {
  const journal = await startJournal('start');
  defer(() => journal.stop());
  for (const path of ['/', '/clash', '/article/1', '/api/articles'])
    await fetch(`${journal.url}${path}`).then((page) => page.text());
  say(`at rest for ${untilAtRest / 1_000} s …`);
  await sleep(untilAtRest);
  const processes = processTree(journal.pid);
  const sum = (matches: (command: string) => boolean) =>
    processes.filter(({ command }) => matches(command)).reduce((total, { share }) => total + share, 0) /
    mebibyte;
  const isWrapper = (command: string) => command.includes('bootstrap/run.mjs');
  const isServices = (command: string) => command.includes('embedded/main.ts');
  return [
    {
      what: 'services and Postgres',
      value: sum((command) => !isWrapper(command)),
      unit: 'MB PSS',
      goal: 'under 250',
    },
    { what: 'the process of the services', value: sum(isServices), unit: 'MB PSS' },
    {
      what: 'Postgres and its guard',
      value: sum((command) => !isServices(command) && !isWrapper(command)),
      unit: 'MB PSS',
    },
    { what: 'the wrapper (what npm start runs first)', value: sum(isWrapper), unit: 'MB PSS' },
    {
      what: 'processes of Postgres',
      value: processes.filter(({ command }) => command.includes('postgres')).length,
      unit: '',
    },
  ];
}
