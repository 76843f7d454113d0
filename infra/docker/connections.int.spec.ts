import { useTestDatabase } from '@journal/testing';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startTestSystem } from '../../tools/testing/system.ts';
import { loadServices } from '../embedded/system.ts';
import { read, service } from './fixtures/cluster-files.ts';

const { url } = useTestDatabase();
const kinds = ['command', 'query', 'worker'] as const;

/** Numbers of docs/scaling.md by service: with the log in KurrentDB and the queue in Redis, and all in Postgres. */
const documented = Object.fromEntries(
  [...read('docs/scaling.md').matchAll(/^\| (command|query|worker) \| (\d+) \| (\d+) \|$/gm)].map(
    ([, name, ...numbers]) => [name, numbers.map(Number)],
  ),
);

test('docs/scaling.md states the maximum number of connections of each process to Postgres', async () => {
  const opened = new Map<string, number>();
  const note = (options: unknown) => {
    const { application_name: name = '', max = 1 } = options as { application_name?: string; max?: number };
    if (name.startsWith('journal ') && !name.endsWith('set-up')) opened.set(name, max);
  };
  // Before the classes are replaced, which some modules extend.
  await loadServices();
  for (const kind of ['Pool', 'Client'] as const) {
    const real = pg[kind] as typeof pg.Pool;
    const noting = class extends real {
      constructor(options?: pg.PoolConfig) {
        super(options);
        note(options);
      }
    };
    const spy = vi.spyOn(pg, kind).mockImplementation(noting as never);
    onTestFinished(() => spy.mockRestore());
  }
  const system = await startTestSystem(url);
  await system.stop();
  // Only the command service does not name itself in its connections to the log.
  const ownerOf = (name: string) => kinds.find((kind) => name.includes(kind)) ?? 'command';
  const isOptional = (name: string) => /event store|worker (queue|jobs)/.test(name);
  const sum = (kind: string, isCounted: (name: string) => boolean) =>
    [...opened].reduce(
      (total, [name, max]) => total + (ownerOf(name) === kind && isCounted(name) ? max : 0),
      0,
    );
  for (const kind of kinds)
    expect(
      [kind, sum(kind, (name) => !isOptional(name)), sum(kind, () => true)],
      [...opened].join('\n'),
    ).toEqual([kind, ...(documented[kind] ?? [])]);
});

test('Postgres of the compose file accepts the connections of the documented scales, of `journal` and of administrators', () => {
  const [, most] = /max_connections=(\d+)/.exec(service('postgres').command?.join(' ') ?? '') ?? [];
  const text =
    /(\d+) query, (\d+) command and (\d+) worker processes use at most (\d+), `journal` uses up to (\d+) more while it runs, and (\d+) are left for administrators/;
  const [, ...numbers] = text.exec(read('docs/scaling.md')) ?? [];
  const [query = 0, command = 0, worker = 0, sum = 0, journal = 0, administrators = 0] = numbers.map(Number);
  const connections = (scale: Record<(typeof kinds)[number], number>) =>
    kinds.reduce((total, kind) => total + scale[kind] * (documented[kind]?.[0] ?? Number.NaN), 0);
  const accepted = Number(most) - journal - administrators;
  expect(connections({ query, command, worker })).toBe(sum);
  expect(sum).toBeLessThanOrEqual(accepted);

  const [, ...scaled] =
    /^docker compose up .*--scale query=(\d+) .*--scale worker=(\d+)$/m.exec(read('docs/operating.md')) ?? [];
  const [scaledQuery = 0, scaledWorker = 0] = scaled.map(Number);
  const scale = { command: 1, query: scaledQuery, worker: scaledWorker };
  for (const kind of kinds)
    expect(connections({ ...scale, [kind]: 2 * scale[kind] }), kind).toBeLessThanOrEqual(accepted);
  // Each connection is a process; the others are the server's own.
  expect(service('postgres')['pids_limit']).toBeGreaterThan(Number(most) + 30);
});
