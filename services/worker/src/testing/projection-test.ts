import { createMemoryEventStore } from '@journal/event-store/memory';
import { createPool, listen } from '@journal/postgres';
import { type ChangeNotification, changesChannel, decodeChange, readCheckpoint } from '@journal/read-models';
import { createTestDatabase, until } from '@journal/testing';
import fastify from 'fastify';
import type pg from 'pg';
import { inject, onTestFinished, test } from 'vitest';
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
  | 'change'
  | 'comment'
  | 'concern'
  | 'entry'
  | 'forgotten_account'
  | 'forgotten_user'
  | 'issue'
  | 'issue_version'
  | 'mailing'
  | 'mailing_step'
  | 'page_version'
  | 'passkey'
  | 'session'
  | 'visit'
  | 'showing_contributor'
  | 'submission'
  | 'submission_version'
  | 'subscriber';

/** Resolves with the rows of all tables of a schema by table, in an order that depends only on the rows. */
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

/** Resolves when the projection of `schema` has applied all events up to `position`. */
export async function untilApplied(pool: pg.Pool, schema: string, position: string): Promise<void> {
  await until(async () => {
    const reached = (await readCheckpoint(pool, schema))?.position ?? '';
    if (reached < position) throw new Error(`${schema} is at "${reached}", not at "${position}"`);
  });
}

type RunnerOptions = Partial<ProjectionRunnerOptions>;

/** Returns projection runners on one database, each with its own connections, like separate workers. */
export function createRunners(databaseUrl: string, { store, codec }: Pick<JournalLog, 'store' | 'codec'>) {
  const runners: ProjectionRunner[] = [];
  const closing: (() => Promise<void>)[] = [];
  return {
    start(projection: AnyProjection, options: RunnerOptions & { readonly schema: string }): ProjectionRunner {
      const pool = createPool(databaseUrl, { applicationName: `worker ${runners.length}`, max: 3 });
      const election = createLeaderElection(databaseUrl, `journal worker ${options.schema} leader`);
      closing.push(election.close, () => pool.end());
      const { log } = fastify({ logger: { level: 'silent' } });
      const runner = createProjectionRunner({ store, codec, projection, log, pool, election, ...options });
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

const createLog = () => createJournalLog(createMemoryEventStore());

/** A test with a database per file, and an empty log and a read model per test; its runners are stopped afterwards. */
export const projectionTest = test
  .extend('postgresUrl', { scope: 'file' }, () => inject('postgresUrl'))
  .extend('database', { scope: 'file' }, async ({ postgresUrl }, { onCleanup }) => {
    const { url, drop } = await createTestDatabase(postgresUrl);
    const pool = createPool(url, { applicationName: 'spec', max: 20 });
    onCleanup(async () => {
      await pool.end();
      await drop();
    });
    return { url, pool };
  })
  .extend('log', createLog)
  .extend('model', ({ database, log }, { onCleanup }) => {
    const model = createModel(database, log);
    onCleanup(model.stop);
    return model;
  });

export type Log = ReturnType<typeof createLog>;
export type Model = ReturnType<typeof createModel>;

let schemas = 0;

function createModel({ url, pool }: { readonly url: string; readonly pool: pg.Pool }, log: Log) {
  // Short: with a prefix, a read model's name and the suffix `_rebuild`, a schema's name has at most 30 letters.
  const schema = `m${++schemas}`;
  const runners = createRunners(url, log);
  return {
    url,
    pool,
    schema,
    /** Starts a worker's runner of a projection, which fills the test's schema by default. */
    start: (projection: AnyProjection, options: RunnerOptions = {}) =>
      runners.start(projection, { ...options, schema: options.schema ?? schema }),
    stop: runners.stop,
    applied: (position: string, of = schema) => untilApplied(pool, of, position),
    contents: (of = schema) => contentsOf(pool, of),
    checkpoint: () => readCheckpoint(pool, schema),
    /** Resolves with a list that collects the schema's notifications from now on. */
    async listen(): Promise<readonly ChangeNotification[]> {
      const heard: ChangeNotification[] = [];
      const listening = Promise.withResolvers<void>();
      const listener = listen({
        url,
        applicationName: 'spec',
        channels: [changesChannel],
        onListening: listening.resolve,
        onNotification: (_channel, payload) => {
          const change = decodeChange(payload);
          if (change?.projection === schema) heard.push(change);
        },
      });
      onTestFinished(() => listener.close());
      await listening.promise;
      return heard;
    },
  };
}
