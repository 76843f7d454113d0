import type { EventStore } from '@journal/event-store';
import { createMemoryEventStore } from '@journal/event-store/memory';
import { createMemoryVault } from '@journal/events';
import { createPool, listen } from '@journal/postgres';
import { type ChangeNotification, changesChannel, decodeChange, readCheckpoint } from '@journal/read-models';
import { createTestDatabase, until } from '@journal/testing';
import fastify from 'fastify';
import type pg from 'pg';
import { inject, test } from 'vitest';
import { createLeaderElection } from '../engine/leader-election.ts';
import type { AnyProjection } from '../engine/projection.ts';
import {
  createProjectionRunner,
  type ProjectionRunner,
  type ProjectionRunnerOptions,
} from '../engine/projection-runner.ts';
import { createJournalLog, type JournalLog } from './journal-log.ts';

type TableName =
  | 'account'
  | 'account_event'
  | 'article'
  | 'article_version'
  | 'entry'
  | 'forgotten_account'
  | 'submission'
  | 'submission_version'
  | 'subscriber';

/** Resolves with the rows of all tables of a schema by table, in an order that depends on the rows alone. */
export async function contentsOf(pool: pg.Pool, schema: string) {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = $1 and table_type = 'BASE TABLE' and table_name not like 'kysely%'`,
    [schema],
  );
  const read = tables.map(async ({ name }) => {
    const { rows } = await pool.query(`select * from ${schema}."${name}" as t order by t::text collate "C"`);
    return [name, rows] as const;
  });
  return Object.fromEntries(await Promise.all(read)) as Record<TableName, pg.QueryResult['rows']>;
}

/** Resolves when the projection of `schema` has applied everything up to `position`. */
export async function untilApplied(pool: pg.Pool, schema: string, position: string): Promise<void> {
  await until(async () => {
    const reached = (await readCheckpoint(pool, schema))?.position ?? '';
    if (reached < position) throw new Error(`${schema} is at "${reached}", not at "${position}"`);
  });
}

type RunnerOptions = Omit<Partial<ProjectionRunnerOptions<never>>, 'schema'> & { readonly schema: string };

/** Projection runners on one database, each with connections of its own, as separate workers would have. */
export function createRunners(databaseUrl: string, store: EventStore, { codec }: Pick<JournalLog, 'codec'>) {
  const runners: ProjectionRunner[] = [];
  const closing: (() => Promise<void>)[] = [];
  return {
    start(projection: AnyProjection, { schema, ...options }: RunnerOptions): ProjectionRunner {
      const ownPool = createPool(databaseUrl, { applicationName: `worker ${runners.length}`, max: 3 });
      const ownElection = createLeaderElection(databaseUrl, `journal worker ${schema} leader`);
      closing.push(
        () => ownElection.close(),
        () => ownPool.end(),
      );
      const { log } = fastify({ logger: { level: 'silent' } });
      const own = { pool: ownPool, election: ownElection };
      const runner = createProjectionRunner({ store, codec, projection, log, schema, ...own, ...options });
      runners.push(runner);
      runner.start();
      return runner;
    },
    async stop() {
      await Promise.all(runners.splice(0).map((runner) => runner.stop()));
      await Promise.all(closing.splice(0).map((close) => close()));
    },
  };
}

let schemas = 0;

/** A database for each file; for each test a schema, an empty log, and runners that are stopped after it. */
export const projectionTest = test
  .extend('postgresUrl', { scope: 'file' }, () => inject('postgresUrl'))
  .extend('database', { scope: 'file' }, async ({ postgresUrl }, { onCleanup }) => {
    const database = await createTestDatabase(postgresUrl);
    onCleanup(() => database.drop());
    return database;
  })
  .extend('pool', { scope: 'file' }, ({ database }, { onCleanup }) => {
    const pool = createPool(database.url, { applicationName: 'spec', max: 20 });
    onCleanup(() => pool.end());
    return pool;
  })
  .extend('schema', () => `model_${++schemas}`)
  .extend('store', () => createMemoryEventStore())
  .extend('vault', () => createMemoryVault())
  .extend('log', ({ store, vault }) => createJournalLog(store, vault))
  .extend('articles', ({ log }) => log.articles)
  .extend('submissions', ({ log }) => log.submissions)
  .extend('users', ({ log }) => log.users)
  .extend('runners', ({ database, store, log }, { onCleanup }) => {
    const runners = createRunners(database.url, store, log);
    onCleanup(runners.stop);
    return runners;
  })
  /** Starts a worker's runner of a projection, which fills the test's schema unless told otherwise. */
  .extend(
    'start',
    ({ runners, schema }) =>
      (projection: AnyProjection, options: Partial<ProjectionRunnerOptions<never>> = {}) =>
        runners.start(projection, { ...options, schema: options.schema ?? schema }),
  )
  .extend(
    'applied',
    ({ pool, schema }) =>
      (position: string, of = schema) =>
        untilApplied(pool, of, position),
  )
  .extend(
    'contents',
    ({ pool, schema }) =>
      (of = schema) =>
        contentsOf(pool, of),
  )
  /** The notifications of the test's schema since the test began. */
  .extend('heard', async ({ database, schema }, { onCleanup }) => {
    const heard: ChangeNotification[] = [];
    const listening = Promise.withResolvers<void>();
    const listener = listen({
      url: database.url,
      applicationName: 'spec',
      channels: [changesChannel],
      onListening: listening.resolve,
      onNotification: (_channel, payload) => {
        const change = decodeChange(payload);
        if (change?.projection === schema) heard.push(change);
      },
    });
    await listening.promise;
    onCleanup(() => listener.close());
    return heard;
  });
