import { inTransaction, statementName, timesAsText, whileIdle } from '@journal/postgres';
import { changesChannel, checkpointSchema, encodeChange } from '@journal/read-models';
import pg from 'pg';
import { LeadershipLost } from './checkpoint.ts';

/** A leader and the schema that it fills. */
export type StepWriter = {
  readonly pool: pg.Pool;
  readonly schema: string;
  readonly epoch: string;
  /** Aborted when the leader has to stop. */
  readonly signal?: AbortSignal;
};

/** Move of the checkpoint from one position to the next. */
export type Step = {
  readonly from: string;
  readonly to: string;
  readonly applied: number;
  readonly caughtUp: boolean;
};

declare const fenced: unique symbol;

/** Access to the tables in a step. A projection can't execute write statements directly. */
export type StepTransaction = {
  readonly [fenced]: true;
  /** The projection's schema. */
  readonly schema: string;
  /**
   * Resolves with the rows of a query, in the state after the previous step. Times are ISO 8601 in UTC with
   * milliseconds. Rejects if the query would write.
   */
  read<Row extends object>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /**
   * Adds an INSERT, UPDATE or DELETE to the statement that moves the checkpoint. The writes of a step do not see each
   * other's effects, and no two may change the same row. Throws once the step has ended.
   */
  write(text: string, values: readonly unknown[]): void;
  /** Runs `effect` while the step's transaction holds the checkpoint's row lock, so that no other leader is active. */
  whileLocked(effect: () => Promise<void>): void;
};

/** A batch that a projection has prepared without reading its tables. */
export type PreparedBatch = {
  /**
   * Performs the batch's side effects outside the database, before the step begins. Runs again if the step then fails,
   * so it has to be idempotent. The signal is aborted when the leader has to stop.
   */
  before?(signal?: AbortSignal): Promise<void>;
  /**
   * Adds the writes of the batch and resolves with the topics of what readers may see differently afterwards. Earlier
   * batches are committed, and there is no concurrent writer. If left out, only the checkpoint moves.
   */
  apply?(transaction: StepTransaction): Promise<Iterable<string>>;
};

type Statement = { readonly text: string; readonly values: readonly unknown[] };

/**
 * Writes a step atomically: the checkpoint, the rows and the notification. Throws `LeadershipLost` if the checkpoint is
 * not where this leader left it.
 */
export async function writeStep(writer: StepWriter, step: Step, batch: PreparedBatch): Promise<void> {
  const { pool, schema, epoch, signal } = writer;
  await batch.before?.(signal);
  const writes: Statement[] = [];
  const effects: (() => Promise<void>)[] = [];
  let isOver = false;
  const add = <Item>(list: Item[], item: Item) => {
    if (isOver) throw new Error(`The step of ${schema} has ended and accepts no more writes`);
    list.push(item);
  };
  const transaction = {
    schema,
    // As a subquery it can't write: Postgres accepts only queries there.
    read: async (text, values = []) =>
      (await pool.query({ ...prepared(`select * from (${text}) as found`, values), types: timesAsText }))
        .rows,
    write: (text, values) => add(writes, { text, values }),
    whileLocked: (effect) => add(effects, effect),
  } as Omit<StepTransaction, typeof fenced> as StepTransaction;
  const topics = [...((await batch.apply?.(transaction)) ?? [])];
  isOver = true;
  const change = encodeChange({ projection: schema, position: step.to, topics });
  const move: Move = { schema, epoch, ...step, change };
  if (writes.length + effects.length === 0) return moveCheckpoint(pool, move);
  const statement = stepStatement(move, writes);
  try {
    if (effects.length === 0) await pool.query(statement);
    else
      await inTransaction(pool, async (client) => {
        await client.query(statement);
        await whileIdle(client, async () => {
          for (const effect of effects) await effect();
        });
      });
  } catch (error) {
    const isNotMoved = error instanceof pg.DatabaseError && error.code === divisionByZero;
    throw isNotMoved ? leadershipLost(move) : error;
  }
}

type Move = Step & { readonly schema: string; readonly epoch: string; readonly change: string };

/** Compare-and-set of checkpoints; locks their rows until the transaction ends. */
const moved = `step as (
    select * from json_to_recordset($1::json) as step
      (schema text, epoch bigint, "from" text, "to" text, applied bigint, "caughtUp" boolean, change text)
  ), moved as (
    update ${checkpointSchema}.checkpoint as checkpoint
    set position = step.to, applied = checkpoint.applied + step.applied, updated_at = now(),
        caught_up_at = case when step."caughtUp" then coalesce(caught_up_at, now()) else caught_up_at end,
        poison_position = null, poison_reason = null, poison_since = null
    from step
    where checkpoint.schema_name = step.schema and checkpoint.term = step.epoch
      and checkpoint.position = step.from
    returning step.schema, step.epoch, step.change, checkpoint.caught_up_at is null as "isFirstBuild"
  )`;

/**
 * Lets the transaction commit before it is on disk if its models have never been complete: should a crash lose the last
 * steps, they are applied again, and whoever has read them has read an incomplete model. Any later step is on disk
 * before it can be seen, so that no crash takes back what a reader has seen.
 */
const commitMode = (areFirstBuilds: string) =>
  `set_config('synchronous_commit',
     case when ${areFirstBuilds} then 'off' else current_setting('synchronous_commit') end, true)`;

const divisionByZero = '22012';

/**
 * Returns the step as one statement, which is atomic. If the checkpoint has not moved, the division by zero fails and
 * rolls back the writes.
 */
function stepStatement(move: Move, writes: readonly Statement[]): pg.QueryConfig {
  const values: unknown[] = [JSON.stringify([move])];
  const parts = writes.map((write, index) => {
    const offset = values.length;
    values.push(...write.values);
    return `, write_${index} as (${write.text.replaceAll(/\$(\d+)/g, (_all, number) => `$${Number(number) + offset}`)})`;
  });
  const notify = `select pg_notify('${changesChannel}', max(change)), 1 / count(*),
    ${commitMode('bool_and("isFirstBuild")')} from moved`;
  return prepared(`with ${moved}${parts.join('')} ${notify}`, values);
}

const leadershipLost = ({ schema, from }: Move) =>
  new LeadershipLost(`The checkpoint of ${schema} is no longer at "${from}"`);

type WaitingMove = { readonly move: Move; resolve(): void; reject(error: unknown): void };
const waiting = new WeakMap<pg.Pool, WaitingMove[]>();

/**
 * Moves a checkpoint without other writes, as most projections do after most events. Batches all such moves of a pool
 * in the same turn of the event loop into one statement.
 */
function moveCheckpoint(pool: pg.Pool, move: Move): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const moves = waiting.get(pool) ?? [];
  if (moves.push({ move, resolve, reject }) === 1) {
    waiting.set(pool, moves);
    setImmediate(() => {
      waiting.delete(pool);
      moveAll(pool, moves).catch((error: unknown) => {
        for (const each of moves) each.reject(error);
      });
    });
  }
  return promise;
}

async function moveAll(pool: pg.Pool, moves: readonly WaitingMove[]): Promise<void> {
  const text = `with ${moved} select schema || ' ' || epoch as leader, pg_notify('${changesChannel}', change),
    ${commitMode('bool_and("isFirstBuild") over ()')} from moved`;
  const values = [JSON.stringify(moves.map(({ move }) => move))];
  const { rows } = await pool.query<{ leader: string }>(prepared(text, values));
  const leaders = new Set(rows.map(({ leader }) => leader));
  for (const { move, resolve, reject } of moves)
    if (leaders.has(`${move.schema} ${move.epoch}`)) resolve();
    else reject(leadershipLost(move));
}

/** Returns a prepared statement: steps repeat a few texts, which take longer to plan than to run. */
function prepared(text: string, values: readonly unknown[]): pg.QueryConfig {
  return { name: statementName(text), text, values: [...values] };
}
