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
  const isWrapper = (command: string) => command.includes('bootstrap/run.mjs');
  const isServices = (command: string) => command.includes('embedded/main.ts');
  const memoryOf = (what: string, matches: (command: string) => boolean, goal?: string): Figure => {
    const shares = processes.filter(({ command }) => matches(command)).map(({ share }) => share);
    const value = shares.reduce((sum, share) => sum + share, 0) / mebibyte;
    return { what, value, unit: 'MB PSS', ...(goal && { goal }) };
  };
  return [
    memoryOf('services and Postgres', (command) => !isWrapper(command), 'under 250'),
    memoryOf('the process of the services', isServices),
    memoryOf('Postgres and its guard', (command) => !isServices(command) && !isWrapper(command)),
    memoryOf('the wrapper (what npm start runs first)', isWrapper),
    {
      what: 'processes of Postgres',
      value: processes.filter(({ command }) => command.includes('postgres')).length,
      unit: '',
    },
  ];
}
