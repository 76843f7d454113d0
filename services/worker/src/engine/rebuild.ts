import { inTransaction, migrate } from '@journal/postgres';
import { checkpointSchema, checkSchemaName, type ReadModel } from '@journal/read-models';
import { createPosition } from '@journal/service-kit';
import { createBackoff, sleep } from '@journal/service-kit/async';
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
  /** Fills a schema from its checkpoint on and follows the log, until the signal is aborted; rejects where it can't go on. */
  fill(schema: string, onStep: (step: CommittedStep) => void, signal: AbortSignal): Promise<void>;
};

/** Milliseconds between two looks at a model that is being built; */
export const underwayInterval = 100;
/** for which the one that is read waits for the other at most, with no step of its own; */
const longestPause = 1_000;
/** for which a schema that nobody reads any more waits for those who do still; */
const lockTimeout = 2_000;
/** that a look at all rows of its tables may take. */
const analyzeTimeout = 600_000;
const lockNotAvailable = '55P03';

/** Returns the schema in which a model is built anew beside `schema`, which is read; afterwards it has the old tables. */
export const besideOf = (schema: string): string => checkSchemaName(`${schema}_rebuild`);

/**
 * Returns what builds a leader's model anew when somebody has asked for it: in a schema beside, from the beginning of
 * the log, while the one that is read goes on. Where both are equally far they change names, in one transaction, and the
 * old one is dropped. Whoever leads next begins from the start.
 */
export function createRebuild({ writer, model, log, fill }: RebuildParts) {
  const { pool, schema, signal } = writer;
  const beside = besideOf(schema);
  let building: Building | undefined;

  async function beginWhereWanted(): Promise<Building | undefined> {
    const { rows } = await pool.query<{ request: number; wanted: boolean; stopped: boolean; left: boolean }>({
      name: 'rebuild wanted',
      text: `select rebuilds_wanted as request, rebuilds_wanted > rebuilds_done as wanted,
               poison_position is not null as stopped, to_regnamespace($2) is not null as left
             from ${checkpointSchema}.checkpoint where schema_name = $1`,
      values: [schema, beside],
    });
    const [state] = rows;
    if (!state || (state.left && !(await dropUnread(pool, beside))) || !state.wanted) return undefined;
    log.info({ projection: schema }, 'building the read model anew');
    await migrate(pool, beside, model.migrations);
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
      // Nobody may have to read tables that the planner knows nothing of.
      if (caughtUp) analyzed ??= analyze(pool, beside).then(ready, warn);
    }
    function ready(): void {
      isReady = true;
    }
    function warn(error: unknown): void {
      analyzed = undefined;
      log.warn({ err: error, projection: beside }, 'the read model that is being built waits');
    }
    async function run(): Promise<void> {
      const backoff = createBackoff({ initial: 1_000, max: 30_000 });
      while (!until.aborted) {
        await fill(beside, onStep, until).catch((error: unknown) => until.aborted || warn(error));
        await backoff.wait(until);
      }
    }

    const running = run();
    return {
      /** Whether the model that it is to replace is stopped, and so has nothing to go on with. */
      stopped,
      /** Resolves with whether it is as far; waits where it can't take long. */
      isAsFarAs: async (position: string) => isReady && reached.reaches(position, longestPause),
      /** Ends it after the step under way. Resolves with what it has come to. */
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
     * Looks what there is to do for a model that is at `position` and writes no step meanwhile. Resolves with where its
     * checkpoint is now. A model that is stopped is waited for: what stops it may be one of its rows.
     */
    async tick(position: string): Promise<string> {
      building ??= await beginWhereWanted();
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
        // No table is locked for that. Whoever reads one goes on reading it; what comes later finds the new one.
        await transaction.query(
          `alter schema ${schema} rename to ${schema}_replaced;
           alter schema ${beside} rename to ${schema};
           alter schema ${schema}_replaced rename to ${beside};
           delete from ${checkpointSchema}.checkpoint where schema_name = '${beside}'`,
        );
      });
      const { documents: events, milliseconds } = rebuilt;
      log.info({ projection: schema, events, seconds: milliseconds / 1_000 }, 'read model built anew');
      await dropUnread(pool, beside);
      return rebuilt.position;
    },
    /** Ends what is under way: the next leader begins it again. */
    end: async (): Promise<void> => void (await building?.end()),
  };
}

type Building = { readonly stopped: boolean } & {
  isAsFarAs(position: string): Promise<boolean>;
  end(): Promise<Parameters<typeof recordRebuilt>[2]>;
};

/** Drops the schema and its checkpoint. Resolves with false where somebody still reads its tables after 2 seconds. */
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

async function analyze(pool: pg.Pool, schema: string): Promise<void> {
  const { rows } = await pool.query<{ tables: string }>(
    `select string_agg(format('%I.%I', schemaname, tablename), ', ') as tables from pg_tables where schemaname = $1`,
    [schema],
  );
  await pool.query({ text: `analyze ${rows[0]?.tables}`, query_timeout: analyzeTimeout } as pg.QueryConfig);
}
