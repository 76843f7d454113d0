import { inTransaction } from '@journal/postgres';
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { advanceCheckpoint, notifyChange, type Step } from './checkpoint.ts';

/** A leader and the tables that it fills. */
export type StepWriter = {
  readonly pool: pg.Pool;
  readonly schema: string;
  readonly epoch: string;
  /** Aborted when the leader is to stop. */
  readonly signal?: AbortSignal;
};

/** What a step may do with tables; transactions are the engine's alone. */
export type StepDatabase<Tables> = Omit<
  Kysely<Tables>,
  'transaction' | 'startTransaction' | 'connection' | 'destroy' | typeof Symbol.asyncDispose
>;

declare const fenced: unique symbol;

/**
 * The only way by which a projection writes. Only `writeStep` makes one, for a transaction in which the checkpoint has
 * moved already: whatever is written by it is committed with the checkpoint, or not at all.
 */
export type StepTransaction = {
  readonly [fenced]: true;
  /** The projection's schema. */
  readonly schema: string;
  /** Typed access to the tables of the schema: in camel case, times as ISO 8601 in UTC with milliseconds. */
  tables<Tables>(): StepDatabase<Tables>;
  /** Runs one statement, whose rows have times in the same form. Rejects once the step has ended. */
  query<Row extends pg.QueryResultRow>(
    text: string,
    values?: readonly unknown[],
  ): Promise<pg.QueryResult<Row>>;
};

/** What a projection has made of a batch without looking at its tables. */
export type PreparedBatch = {
  /**
   * Does what the batch asks for outside the database, before the step's transaction begins. Runs again where the step
   * fails afterwards, so it has to be idempotent. The signal is aborted when the leader is to stop.
   */
  before?(signal?: AbortSignal): Promise<void>;
  /**
   * Writes what the batch changes and resolves with the topics: what readers may see differently afterwards. The batches
   * before it are committed, and nobody else writes meanwhile. Without it only the checkpoint moves.
   */
  apply?(transaction: StepTransaction): Promise<Iterable<string>>;
};

/**
 * Writes a step: the checkpoint, the rows and the notification, or nothing. Throws `LeadershipLost` where the
 * checkpoint is not where this leader left it.
 */
export async function writeStep(writer: StepWriter, step: Step, batch: PreparedBatch): Promise<void> {
  const { pool, schema, signal } = writer;
  await batch.before?.(signal);
  await inTransaction(pool, async (client) => {
    await advanceCheckpoint(client, writer, step);
    let isOver = false;
    const transaction = openHandle(client, schema, () => {
      if (isOver) throw new Error(`A step of ${schema} has ended, and nothing more can be written in it`);
    });
    try {
      const topics = await batch.apply?.(transaction);
      await notifyChange(client, { projection: schema, position: step.to, topics: [...(topics ?? [])] });
    } finally {
      isOver = true;
    }
  });
}

function openHandle(client: pg.PoolClient, schema: string, checkIsOpen: () => void): StepTransaction {
  const query = async (text: string, values: unknown[]) => {
    checkIsOpen();
    return client.query({ text, values, types: withTimesAsText });
  };
  let database: Kysely<unknown> | undefined;
  return {
    schema,
    query,
    tables<Tables>() {
      const pool = { connect: async () => ({ query, release: () => {} }), end: async () => {} };
      database ??= new Kysely<unknown>({
        dialect: new PostgresDialect({ pool: pool as unknown as pg.Pool }),
        plugins: [new CamelCasePlugin()],
      }).withSchema(schema);
      return database as Kysely<Tables>;
    },
  } as unknown as StepTransaction;
}

const { TIMESTAMPTZ } = pg.types.builtins;
const asDate = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => Date;

/** Rows have times as ISO 8601 in UTC with milliseconds. */
const withTimesAsText = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    type === TIMESTAMPTZ
      ? (text: string) => asDate(text).toISOString()
      : pg.types.getTypeParser(type, format),
} as pg.CustomTypesConfig;
