import { bigintArray, textArray } from '@journal/postgres';
import pg from 'pg';
import type { LogNames } from '../log-names.ts';
import { toPosition } from '../position.ts';
import { contentArrays } from './content-arrays.ts';
import type { KnownLog } from './known-log.ts';
import type { Outcome, PendingAppend } from './pending-append.ts';

export type AppendAhead = (
  client: pg.ClientBase,
  batch: readonly PendingAppend[],
) => Promise<Outcome[] | undefined>;

type Placed = { readonly append: PendingAppend; readonly first: number };

const uniqueViolation = '23505';

/**
 * Appends a batch in one plain insert, with the positions and revisions that come next as far as this process knows.
 * Gives undefined, with nothing written, where it does not know enough or was wrong, or where another process is
 * appending at this moment; the batch then needs the function that looks at the log first.
 *
 * What it builds on stands in the log for good, so the unique keys of position, stream revision and event id turn
 * every wrong guess into a refusal; the lock, tried for and never waited for, keeps others' appends from meeting it.
 */
export function createAppendAhead(names: LogNames, known: KnownLog, timeout: number): AppendAhead {
  const columns = '(position, stream, revision, event_id, type, data, metadata)';
  const gate = (position: string) =>
    `case when pg_try_advisory_xact_lock(${names.lock}) then pg_notify('${names.channel}', ${position}) is not null else false end`;
  const one = {
    name: names.statement('append_one_ahead'),
    text: `insert into ${names.table} ${columns}
      select $1::bigint, $2, $3, $4::uuid, $5, $6::json, $7::json where ${gate('$1::text')}`,
  };
  const many = {
    name: names.statement('append_ahead'),
    text: `insert into ${names.table} ${columns}
      select $1::bigint - cardinality($2::text[]) + number, stream, revision, id, type, data, metadata
      from unnest($2::text[], $3::bigint[], $4::uuid[], $5::text[], $6::json[], $7::json[])
        with ordinality as event (stream, revision, id, type, data, metadata, number)
      where (select ${gate('$1::text')})`,
  };

  return async (client, batch) => {
    const base = known.head;
    if (base === undefined) return undefined;
    const placed: Placed[] = [];
    let size = 0;
    for (const append of batch) {
      const first = firstRevision(append, known);
      if (first === undefined) return undefined;
      placed.push({ append, first });
      size += append.events.length;
    }
    const last = base + BigInt(size);
    const statement = size === 1 ? one : many;
    const values = size === 1 ? valuesOfOne(last, placed) : valuesOfMany(last, placed);
    const written = await insert(client, { ...statement, values, query_timeout: timeout });
    if (written !== size) {
      known.notAlone();
      return undefined;
    }
    known.appended(base, last);
    return outcomesOf(base, placed);
  };
}

/** The revision that the append begins with if the stream is as it expects; undefined where that isn't known. */
function firstRevision({ stream, expected }: PendingAppend, known: KnownLog): number | undefined {
  if (expected === 'none') return 0;
  const revision = known.revisionOf(stream);
  if (revision === undefined || (expected !== 'any' && expected !== revision)) return undefined;
  return revision + 1;
}

function valuesOfOne(last: bigint, placed: readonly Placed[]): unknown[] {
  return placed.flatMap(({ append, first }) =>
    append.events.flatMap(({ id, type, data, metadata }) => [
      last,
      append.stream,
      first,
      id,
      type,
      data,
      metadata,
    ]),
  );
}

function valuesOfMany(last: bigint, placed: readonly Placed[]): unknown[] {
  const events = placed.flatMap(({ append, first }) =>
    append.events.map((event, index) => ({ event, stream: append.stream, revision: first + index })),
  );
  return [
    last,
    textArray(events.map(({ stream }) => stream)),
    bigintArray(events.map(({ revision }) => revision)),
    ...contentArrays(events.map(({ event }) => event)),
  ];
}

async function insert(
  client: pg.ClientBase,
  query: pg.QueryConfig & { query_timeout: number },
): Promise<number | null> {
  try {
    return (await client.query(query)).rowCount;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === uniqueViolation) return 0;
    throw error;
  }
}

function outcomesOf(base: bigint, placed: readonly Placed[]): Outcome[] {
  let last = base;
  return placed.map(({ append, first }) => {
    last += BigInt(append.events.length);
    return { kind: 'appended', revision: first + append.events.length - 1, position: toPosition(last) };
  });
}
