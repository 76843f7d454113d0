import { randomUUID } from 'node:crypto';
import type { EventStore, NewEvent } from '@journal/event-store';
import { embeddedSettings } from '../infra/postgres/settings.ts';
import { startThrowawayPostgres } from '../tools/testing/postgres.setup.ts';

/** One line of a bench's results. */
export interface Figure {
  /** What was measured. */
  what: string;
  value: number;
  unit: string;
  /** A comparable figure from the same run; the ratio of the two is the result. */
  baseline?: { what: string; value: number };
  /** The project's goal, in words. It never passes or fails a bench. */
  goal?: string;
}

export type BenchContext = ReturnType<typeof createContext>;

/** Exports of a module `bench/*.bench.ts`. */
export interface Bench {
  name: string;
  run(context: BenchContext): Promise<Figure[]>;
}

/** Returns the context of one bench; `end` stops everything that was started. */
export function createContext(say: (line: string) => void) {
  const cleanUp = new AsyncDisposableStack();
  return {
    /** Prints a progress line. */
    say,
    /** Registers a cleanup for the end of the bench; cleanups run in reverse order. */
    defer: (end: () => Promise<void>) => cleanUp.defer(end),
    /** Starts a throwaway Postgres with the embedded settings, durability included, and resolves with its address. */
    async startPostgres(): Promise<string> {
      const postgres = await startThrowawayPostgres({ ...embeddedSettings, max_connections: '150' });
      cleanUp.defer(() => postgres.stop());
      return postgres.url;
    },
    end: () => cleanUp.disposeAsync(),
  };
}

/** Returns the figures as aligned columns: name, value, comparison with its ratio, goal. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, value, unit, baseline, goal }) => [
    what,
    `${number(value)} ${unit}`,
    baseline
      ? `${number(value / baseline.value)} of ${baseline.what} (${number(baseline.value)} ${unit})`
      : '',
    goal ? `goal: ${goal}` : '',
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const pad = (cell: string, column: number) =>
    column === 1 ? cell.padStart(widths[1] ?? 0) : cell.padEnd(widths[column] ?? 0);
  return rows.map((row) => `  ${row.map(pad).join('  ').trimEnd()}\n`).join('');
}

const number = (value: number) =>
  value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) >= 100 ? 0 : 2 });

/** Returns the value below which the given share (0 to 1) of the values lies; 0 if there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/**
 * Returns the p50 and p99 of times in milliseconds, optionally compared with those of other times. The goal is for the
 * p99.
 */
export function latencyFigures(
  what: string,
  times: readonly number[],
  {
    goal,
    baseline,
  }: { goal?: string | undefined; baseline?: { what: string; times: readonly number[] } } = {},
): Figure[] {
  return [0.5, 0.99].map((share) => ({
    what: `${what}, p${share * 100}`,
    value: percentile(times, share),
    unit: 'ms',
    ...(baseline && { baseline: { what: baseline.what, value: percentile(baseline.times, share) } }),
    ...(goal && share > 0.5 && { goal }),
  }));
}

const filler = 'A sentence of a young writer about a sea wall, with é and ł in it. '.repeat(18);

/** Returns an event in the form that the log stores, about 1.5 KB with its metadata. */
export function logEvent(id: string): NewEvent {
  const requestId = randomUUID();
  return {
    id,
    type: 'ArticlePublished',
    data: { articleId: 1, text: filler },
    metadata: {
      actor: { id: 'bench', role: 'service' },
      requestId,
      correlationId: requestId,
      causationId: requestId,
      schemaVersion: 1,
      at: '2026-11-01T12:00:00.000Z',
    },
  };
}

/** Appends `count` events of about 1.5 KB, 500 at a time, to 50 streams in turn. Resolves with the last position. */
export async function writeEvents(store: EventStore, count: number, type?: string): Promise<string> {
  let end = '';
  for (let written = 0; written < count; written += 500) {
    const events = Array.from({ length: 500 }, () => ({ ...logEvent(randomUUID()), ...(type && { type }) }));
    end = (await store.append(`history-${written % 50}`, events, 'any')).position;
  }
  return end;
}

/** Resolves with the median of what `measure` returns over the given number of rounds. */
export async function medianOf(rounds: number, measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  while (values.length < rounds) values.push(await measure());
  return median(values, Number);
}

/** Resolves with items per second. `work` resolves with the number of items that it completed. */
export async function rateOf(work: () => Promise<number>): Promise<number> {
  const began = performance.now();
  return ((await work()) / (performance.now() - began)) * 1_000;
}

/** Does `work` for each item, with at most `clients` running concurrently. Resolves when all are done. */
export async function inParallel<Item>(
  clients: number,
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const left = Iterator.from(items);
  const client = async () => {
    for (let next = left.next(); !next.done; next = left.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: clients }, client));
}

/** Returns the median item by the number that `by` returns. The number of items must be odd. */
export function median<Item>(items: readonly Item[], by: (item: Item) => number): Item {
  const found = items.toSorted((one, other) => by(one) - by(other))[items.length >> 1];
  if (!found) throw new Error('No samples, no median');
  return found;
}
