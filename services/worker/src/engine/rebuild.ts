import { inTransaction, migrate } from '@journal/postgres';
import { checkpointSchema, checkSchemaName, type ReadModel } from '@journal/read-models';
import { createPosition } from '@journal/service-kit';
import { abortable, createBackoff, sleep } from '@journal/service-kit/async';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { recordRebuilt } from './checkpoint.ts';
import type { StepWriter } from './step.ts';

/** A step that has been committed. */
export type CommittedStep = {
  readonly events: number;
  readonly seconds: number;
  readonly position: string;
  readonly caughtUp: boolean;
};

export type RebuildParts = {
  readonly writer: StepWriter & { readonly signal: AbortSignal };
  readonly model: ReadModel;
  readonly log: FastifyBaseLogger;
  /** Fills a schema from its checkpoint and follows the log until aborted; rejects if it can't continue. */
  fill(schema: string, onStep: (step: CommittedStep) => void, signal: AbortSignal): Promise<void>;
};

/** Interval between progress checks of a model that is being rebuilt, in milliseconds. */
export const underwayInterval = 100;
/** Longest time that the live model waits for the rebuilt one without writing a step, in milliseconds. */
const longestPause = 1_000;
/** Longest time to wait for remaining readers before a replaced schema is dropped, in milliseconds. */
const lockTimeout = 2_000;
/** Timeout of ANALYZE on all tables of a schema, in milliseconds. */
const analyzeTimeout = 600_000;
const lockNotAvailable = '55P03';

/** Returns the schema in which the model of the live `schema` is rebuilt; after the swap it contains the old tables. */
export const rebuildSchemaOf = (schema: string): string => checkSchemaName(`${schema}_rebuild`);

/**
 * Returns the rebuild of a leader's model, which runs on request: into a second schema, from the start of the log,
 * while the live model is kept up to date. Once both have reached the same position, they swap names in one transaction
 * and the old schema is dropped. If leadership changes meanwhile, the next leader starts the rebuild from scratch.
 */
export function createRebuild({ writer, model, log, fill }: RebuildParts) {
  const { pool, schema, signal } = writer;
  const rebuildSchema = rebuildSchemaOf(schema);
  let building: Building | undefined;

  async function beginIfRequested(): Promise<Building | undefined> {
    const { rows } = await pool.query<{ request: number; wanted: boolean; stopped: boolean; left: boolean }>({
      name: 'rebuild wanted',
      text: `select rebuilds_wanted as request, rebuilds_wanted > rebuilds_done as wanted,
               poison_position is not null as stopped, to_regnamespace($2) is not null as left
             from ${checkpointSchema}.checkpoint where schema_name = $1`,
      values: [schema, rebuildSchema],
    });
    const [state] = rows;
    if (!state || (state.left && !(await dropUnread(pool, rebuildSchema))) || !state.wanted) return undefined;
    log.info({ projection: schema }, 'rebuilding the read model');
    await migrate(pool, rebuildSchema, model.migrations);
    return build(state);
  }

  function build({ request, stopped }: { readonly request: number; readonly stopped: boolean }) {
    const started = performance.now();
    const stopping = new AbortController();
    const until = AbortSignal.any([signal, stopping.signal]);
    const reached = createPosition();
    let documents = 0;
    let analyzed: Promise<void> | undefined;
    let isReady = false;

    function onStep({ events, position, caughtUp }: CommittedStep): void {
      documents += events;
      reached.moveTo(position);
      // No query may run on tables for which the planner has no statistics.
      if (caughtUp) analyzed ??= analyzeTables();
    }
    function warn(error: unknown): void {
      log.warn({ err: error, projection: rebuildSchema }, 'rebuild failed, retrying');
    }
    /** Retries by itself: there may be no further step for long. */
    async function analyzeTables(): Promise<void> {
      const backoff = createBackoff({ initial: 100, max: 30_000 });
      while (!isReady && !until.aborted)
        try {
          await analyzeInTurn(pool, rebuildSchema, until);
          isReady = true;
        } catch (error) {
          if (!until.aborted) warn(error);
          await backoff.wait(until);
        }
    }
    async function run(): Promise<void> {
      const backoff = createBackoff({ initial: 1_000, max: 30_000 });
      while (!until.aborted) {
        await fill(rebuildSchema, onStep, until).catch((error: unknown) => until.aborted || warn(error));
        await backoff.wait(until);
      }
    }

    const running = run();
    return {
      /** Whether the model to be replaced is stopped and so can't continue with anything else. */
      stopped,
      /** Resolves with whether the new model has reached `position`; once analyzed, waits up to 1 s for it. */
      isAsFarAs: async (position: string) => isReady && reached.reaches(position, longestPause),
      /** Stops after the current step. Resolves with the position reached and the statistics of the rebuild. */
      async end() {
        stopping.abort();
        reached.endWaits();
        await Promise.all([running, analyzed]);
        return { position: reached.current, request, documents, milliseconds: performance.now() - started };
      },
    };
  }

  return {
    get isUnderway() {
      return building !== undefined;
    },
    /**
     * Starts or completes a rebuild if one is due, for a model that is at `position` and writes no step meanwhile.
     * Resolves with the model's checkpoint afterwards. If the model is stopped, waits until the rebuild is complete,
     * because one of the model's rows may be what stops it.
     */
    async tick(position: string): Promise<string> {
      building ??= await beginIfRequested();
      if (!building) return position;
      while (!(await building.isAsFarAs(position))) {
        if (!building.stopped) return position;
        await sleep(underwayInterval, signal);
        signal.throwIfAborted();
      }
      const rebuilt = await building.end();
      building = undefined;
      await inTransaction(pool, async (transaction) => {
        await recordRebuilt(transaction, writer, rebuilt);
        // This locks no table. Queries that are running continue on the old tables; later ones find the new tables.
        await transaction.query(
          `alter schema ${schema} rename to ${schema}_replaced;
           alter schema ${rebuildSchema} rename to ${schema};
           alter schema ${schema}_replaced rename to ${rebuildSchema};
           delete from ${checkpointSchema}.checkpoint where schema_name = '${rebuildSchema}'`,
        );
      });
      const { documents: events, milliseconds } = rebuilt;
      log.info({ projection: schema, events, seconds: milliseconds / 1_000 }, 'read model rebuilt');
      await dropUnread(pool, rebuildSchema);
      return rebuilt.position;
    },
    /** Stops a running rebuild; the next leader starts it again. */
    end: async (): Promise<void> => void (await building?.end()),
  };
}

type Building = { readonly stopped: boolean } & {
  isAsFarAs(position: string): Promise<boolean>;
  end(): Promise<Parameters<typeof recordRebuilt>[2]>;
};

/** Drops the schema and its checkpoint. Resolves with false if its tables are still being read after 2 seconds. */
async function dropUnread(pool: pg.Pool, schema: string): Promise<boolean> {
  try {
    await inTransaction(pool, async (transaction) => {
      await transaction.query(
        `set local lock_timeout = ${lockTimeout};
         delete from ${checkpointSchema}.checkpoint where schema_name = '${schema}';
         drop schema if exists ${schema} cascade`,
      );
    });
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === lockNotAvailable) return false;
    throw error;
  }
}

/** The last ANALYZE of each pool, whatever its outcome. */
const lastAnalyze = new WeakMap<pg.Pool, Promise<unknown>>();

/**
 * Analyzes one schema of a pool at a time: each can take minutes, and live projections need the other connections.
 * Rejects as soon as the signal is aborted: a leader that stops, or begins again, must not wait that long.
 */
function analyzeInTurn(pool: pg.Pool, schema: string, signal: AbortSignal): Promise<void> {
  const analyzing = (lastAnalyze.get(pool) ?? Promise.resolve()).then(() => {
    signal.throwIfAborted();
    return analyze(pool, schema, signal);
  });
  lastAnalyze.set(
    pool,
    analyzing.catch(() => {}),
  );
  return abortable(analyzing, signal);
}

async function analyze(pool: pg.Pool, schema: string, signal: AbortSignal): Promise<void> {
  const { rows } = await pool.query<{ tables: string }>(
    `select string_agg(format('%I.%I', schemaname, tablename), ', ') as tables from pg_tables where schemaname = $1`,
    [schema],
  );
  signal.throwIfAborted();
  const text = `analyze ${rows[0]?.tables}`;
  // Otherwise the server continues, and nobody can drop the tables meanwhile.
  const cancel = () => void pool.query(cancelStatement, [text]).catch(() => {});
  signal.addEventListener('abort', cancel, { once: true });
  try {
    await pool.query({ text, query_timeout: analyzeTimeout } as pg.QueryConfig);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** The server shows only the beginning of a long statement. */
const cancelStatement = `select pg_cancel_backend(pid) from pg_stat_activity
  where query like 'analyze %' and starts_with($1, query) and state = 'active' and datname = current_database()`;
