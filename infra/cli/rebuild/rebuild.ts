import { setTimeout as sleep } from 'node:timers/promises';
import { createPool } from '@journal/postgres';
import { type Rebuilds, readRebuilds, requestRebuild, schemaOf } from '@journal/read-models';
import { searchModel } from '@journal/search';
import type pg from 'pg';
import { databaseAddress } from '../audit/engines.ts';
import type { Rebuildable } from '../invocation.ts';
import { Refused } from '../journal-api.ts';
import type { Terminal } from '../terminal.ts';

const schemas: Readonly<Record<Rebuildable, string>> = { search: schemaOf(searchModel) };
const lookEvery = 100;
const sayEvery = 10_000;

/**
 * Has the worker that leads build it anew, and tells what that took. Waits for as long as it takes: what was asked for
 * is done by whichever worker leads, now or later. Rejects with `Refused` where no worker ever did.
 */
export async function rebuild(what: Rebuildable, { environment, messages }: Terminal): Promise<void> {
  const schema = schemas[what];
  const pool = createPool(await databaseAddress(environment), { applicationName: 'journal rebuild', max: 1 });
  try {
    const request = await ask(pool, schema);
    if (request === undefined) throw new Refused(`No worker has ever led ${schema}: start one.`);
    messages.write(`Asked for. The worker that leads ${schema} begins within 5 seconds.\n`);
    const { documents, milliseconds } = await untilDone(pool, { what, schema, request, messages });
    const seconds = (milliseconds / 1_000).toFixed(1);
    messages.write(`Done: the ${what} has ${documents} documents, built anew in ${seconds} s.\n`);
  } finally {
    await pool.end();
  }
}

/** Undefined where there is nobody to ask, or one who does not know how. */
async function ask(pool: pg.Pool, schema: string): Promise<number | undefined> {
  return requestRebuild(pool, schema).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? `${error.code}` : '';
    if (['42P01', '42703', '3F000'].includes(code)) return undefined;
    throw error;
  });
}

async function untilDone(
  pool: pg.Pool,
  {
    what,
    schema,
    request,
    messages,
  }: { what: Rebuildable; schema: string; request: number } & Pick<Terminal, 'messages'>,
): Promise<NonNullable<Rebuilds['last']>> {
  for (let waited = 0; ; waited += lookEvery) {
    const rebuilds = await readRebuilds(pool, schema);
    if (!rebuilds || rebuilds.wanted < request)
      throw new Refused(`${schema} was dropped meanwhile: the ${what} is built anew without being asked.`);
    if (rebuilds.done >= request && rebuilds.last) return rebuilds.last;
    if (waited > 0 && waited % sayEvery === 0)
      messages.write('Still waiting. "journal status" tells how the worker is, and it stays asked for.\n');
    await sleep(lookEvery);
  }
}
