import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NewEvent } from '@journal/event-store';
import { startEmbeddedPostgres } from '../infra/postgres/embedded-postgres.ts';
import { embeddedSettings } from '../infra/postgres/settings.ts';

/** One line of a bench's result. */
export interface Figure {
  /** What was measured. */
  what: string;
  value: number;
  unit: string;
  /** Set beside a figure of its own kind: the ratio of the two is what counts. */
  beside?: { what: string; value: number };
  /** What the project aims at, in words; never a pass or a fail. */
  goal?: string;
}

export interface BenchContext {
  /** Starts a throwaway Postgres of the embedded settings, durability included, and answers its address. */
  startPostgres(): Promise<string>;
  /** Runs `work` with everything it said it would end afterwards ended, last things first. */
  defer(end: () => Promise<void>): void;
  /** Tells the person what is going on. */
  say(line: string): void;
}

/** What a module `bench/*.bench.ts` exports. */
export interface Bench {
  name: string;
  run(context: BenchContext): Promise<Figure[]>;
}

/** What one bench gets; `end` undoes all it started. */
export function createContext(say: (line: string) => void): BenchContext & { end(): Promise<void> } {
  const cleanUp = new AsyncDisposableStack();
  return {
    say,
    defer: (end) => {
      cleanUp.defer(end);
    },
    async startPostgres() {
      const folder = await mkdtemp(join(tmpdir(), 'journal-bench-'));
      cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
      const postgres = await startEmbeddedPostgres({
        folder: join(folder, 'postgres'),
        password: 'only for this run',
        settings: { ...embeddedSettings, max_connections: '150' },
      });
      cleanUp.defer(() => postgres.stop());
      return postgres.url;
    },
    end: () => cleanUp.disposeAsync(),
  };
}

/** Figures in columns that line up: what, value, what it stands beside with the ratio, the goal. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, value, unit, beside, goal }) => [
    what,
    `${number(value)} ${unit}`,
    beside ? `${number(value / beside.value)} of ${beside.what} (${number(beside.value)} ${unit})` : '',
    goal ? `goal: ${goal}` : '',
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) =>
    row
      .map((cell, column) =>
        column === 1 ? cell.padStart(widths[1] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ');
  return `${rows.map((row) => `  ${line(row).trimEnd()}`).join('\n')}\n`;
}

function number(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : 2;
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}

/** The value below which a share of the values lies, 0 to 1; 0 for none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

const filler = 'A sentence of a young writer about a sea wall, with é and ł in it. '.repeat(18);

/** An event as the log holds them, about 1.5 KB with its metadata. */
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

/** The item in the middle of an uneven number of them, by a figure of each. */
export function median<Item>(items: readonly Item[], by: (item: Item) => number): Item {
  const found = items.toSorted((one, other) => by(one) - by(other))[items.length >> 1];
  if (!found) throw new Error('There is no middle of nothing');
  return found;
}
