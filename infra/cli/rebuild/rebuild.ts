import { setTimeout as sleep } from 'node:timers/promises';
import { createPool, isUndefinedTable } from '@journal/postgres';
import { type Rebuilds, readRebuilds, requestRebuild, schemaOf } from '@journal/read-models';
import { meilisearchModel, searchModel } from '@journal/search';
import type pg from 'pg';
import { databaseAddress } from '../audit/engines.ts';
import type { Rebuildable } from '../invocation.ts';
import { Refused } from '../journal-api.ts';
import type { Terminal } from '../terminal.ts';

/** The checkpoints of what may be meant: which engine the search is on, its worker knows. */
const schemas: Readonly<Record<Rebuildable, readonly string[]>> = {
  search: [searchModel, meilisearchModel].map(schemaOf),
};
const lookEvery = 100;
const sayEvery = 10_000;

/** Numbers of requests, by schema. */
type Requests = ReadonlyMap<string, number>;

/**
 * Has the worker that leads build it anew, and tells what that took. Waits for as long as it takes: what was asked for
 * is done by whichever worker leads, now or later. Rejects with `Refused` where no worker ever did.
 */
export async function rebuild(what: Rebuildable, { environment, messages }: Terminal): Promise<void> {
  const pool = createPool(await databaseAddress(environment), { applicationName: 'journal rebuild', max: 1 });
  try {
    const requests = await ask(pool, schemas[what]);
    if (requests.size === 0) throw new Refused(`No worker has ever led the ${what} here: start one.`);
    messages.write(`Asked for. The worker that leads the ${what} begins within 5 seconds.\n`);
    const { documents, milliseconds } = await untilDone(pool, what, requests, messages);
    const seconds = (milliseconds / 1_000).toFixed(1);
    messages.write(`Done: the ${what} has ${documents} documents, built anew in ${seconds} s.\n`);
  } finally {
    await pool.end();
  }
}

/** None where there is nobody to ask, or one who does not know how. */
async function ask(pool: pg.Pool, all: readonly string[]): Promise<Requests> {
  const requests = new Map<string, number>();
  try {
    for (const schema of all) {
      const request = await requestRebuild(pool, schema);
      if (request !== undefined) requests.set(schema, request);
    }
  } catch (error) {
    if (!isUndefinedTable(error) && !isUndefinedColumn(error)) throw error;
  }
  return requests;
}

function isUndefinedColumn(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42703';
}

async function untilDone(
  pool: pg.Pool,
  what: Rebuildable,
  requests: Requests,
  messages: Terminal['messages'],
): Promise<NonNullable<Rebuilds['last']>> {
  for (let waited = 0; ; waited += lookEvery) {
    for (const [schema, request] of requests) {
      const rebuilds = await readRebuilds(pool, schema);
      if (!rebuilds || rebuilds.wanted < request)
        throw new Refused(`${schema} was dropped meanwhile: the ${what} is built anew without being asked.`);
      if (rebuilds.done >= request && rebuilds.last) return rebuilds.last;
    }
    if (waited > 0 && waited % sayEvery === 0)
      messages.write('Still waiting. "journal status" tells how the worker is, and it stays asked for.\n');
    await sleep(lookEvery);
  }
}
