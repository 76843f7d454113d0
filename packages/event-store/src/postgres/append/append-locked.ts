import { bigintArray, integerArray, textArray } from '@journal/postgres';
import type pg from 'pg';
import type { LogNames } from '../log-names.ts';
import { toPosition } from '../position.ts';
import { contentArrays } from './content-arrays.ts';
import type { KnownLog } from './known-log.ts';
import type { Outcome, PendingAppend } from './pending-append.ts';

type Row = [kind: Outcome['kind'], revision: string | null, position: string | null];

/**
 * Appends a batch through the function in the database, which waits for its turn, looks at the log and decides each
 * append by itself. Gives their outcomes in order.
 */
export function createAppendLocked(names: LogNames, known: KnownLog, timeout: number) {
  const statement = {
    name: names.statement('append_batch'),
    text: `select outcome, revision, position from ${names.appendBatch}($1, $2, $3, $4, $5, $6, $7)`,
  };
  return async (client: pg.ClientBase, batch: readonly PendingAppend[]): Promise<Outcome[]> => {
    const values = [
      textArray(batch.map(({ stream }) => stream)),
      bigintArray(batch.map(({ expected }) => expectation(expected))),
      integerArray(batch.flatMap(({ events }, index) => events.map(() => index + 1))),
      ...contentArrays(batch.flatMap(({ events }) => events)),
    ];
    const query = { ...statement, values, rowMode: 'array' as const, query_timeout: timeout };
    const { rows } = await client.query<Row>(query);
    const outcomes = rows.map(outcomeOf);
    noteAppended(batch, outcomes, known);
    return outcomes;
  };
}

function expectation(expected: PendingAppend['expected']): number {
  return expected === 'any' ? -2 : expected === 'none' ? -1 : expected;
}

function outcomeOf([kind, revision, position]: Row): Outcome {
  if (kind === 'conflict' || kind === 'elsewhere') return { kind };
  return { kind, revision: Number(revision), position: toPosition(position ?? '') };
}

function noteAppended(batch: readonly PendingAppend[], outcomes: readonly Outcome[], known: KnownLog): void {
  let base: bigint | undefined;
  let last: bigint | undefined;
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.kind !== 'appended') continue;
    last = BigInt(outcome.position);
    base ??= last - BigInt(batch[index]?.events.length ?? 0);
  }
  if (base !== undefined && last !== undefined) known.appended(base, last);
}
