import { inTransaction, statementName, timesAsText } from '@journal/postgres';
import { changesChannel, checkpointSchema, encodeChange } from '@journal/read-models';
import pg from 'pg';
import { LeadershipLost } from './checkpoint.ts';

/** A leader and the tables that it fills. */
export type StepWriter = {
  readonly pool: pg.Pool;
  readonly schema: string;
  readonly epoch: string;
  /** Aborted when the leader is to stop. */
  readonly signal?: AbortSignal;
};

/** From one checkpoint to the next. */
export type Step = {
  readonly from: string;
  readonly to: string;
  readonly applied: number;
  readonly caughtUp: boolean;
};

declare const fenced: unique symbol;

/** What a projection reads and changes in a step. It can send no statement of its own that writes. */
export type StepTransaction = {
  readonly [fenced]: true;
  /** The projection's schema. */
  readonly schema: string;
  /**
   * Resolves with the rows of a query, as the step before has left them; times are ISO 8601 in UTC with milliseconds.
   * Rejects where the query would write.
   */
  read<Row extends object>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /**
   * Adds an INSERT, UPDATE or DELETE to the statement that moves the checkpoint. None sees what another one of the
   * step writes, and no two may change the same row. Throws once the step has ended.
   */
  write(text: string, values: readonly unknown[]): void;
  /** Runs `effect` while the step's transaction holds the checkpoint, so that no other leader is at work. */
  whileHeld(effect: () => Promise<void>): void;
};

/** What a projection has made of a batch without looking at its tables. */
export type PreparedBatch = {
  /**
   * Does what the batch asks for outside the database, before the step begins. Runs again where the step fails
   * afterwards, so it has to be idempotent. The signal is aborted when the leader is to stop.
   */
  before?(signal?: AbortSignal): Promise<void>;
  /**
   * Says what the batch changes and resolves with the topics: what readers may see differently afterwards. The batches
   * before it are committed, and nobody else writes meanwhile. Without it only the checkpoint moves.
   */
  apply?(transaction: StepTransaction): Promise<Iterable<string>>;
};

type Statement = { readonly text: string; readonly values: readonly unknown[] };

/**
 * Writes a step: the checkpoint, the rows and the notification, or nothing. Throws `LeadershipLost` where the
 * checkpoint is not where this leader left it.
 */
export async function writeStep(writer: StepWriter, step: Step, batch: PreparedBatch): Promise<void> {
  const { pool, schema, signal } = writer;
  await batch.before?.(signal);
  const writes: Statement[] = [];
  const effects: (() => Promise<void>)[] = [];
  let isOver = false;
  const add = <Item>(list: Item[], item: Item) => {
    if (isOver) throw new Error(`A step of ${schema} has ended, and nothing more can be written in it`);
    list.push(item);
  };
  const transaction = {
    schema,
    // A subquery can't write: Postgres refuses anything but a query there.
    read: async (text, values = []) =>
      (await pool.query({ ...prepared(`select * from (${text}) as found`, values), types: timesAsText }))
        .rows,
    write: (text, values) => add(writes, { text, values }),
    whileHeld: (effect) => add(effects, effect),
  } as Omit<StepTransaction, typeof fenced> as StepTransaction;
  const topics = [...((await batch.apply?.(transaction)) ?? [])];
  isOver = true;
  const move = {
    ...writer,
    ...step,
    change: encodeChange({ projection: schema, position: step.to, topics }),
  };
  if (writes.length + effects.length === 0) return moveCheckpoint(move);
  const statement = stepStatement(move, writes);
  try {
    if (effects.length === 0) await pool.query(statement);
    else
      await inTransaction(pool, async (client) => {
        await client.query(statement);
        for (const effect of effects) await effect();
      });
  } catch (error) {
    throw isNotMoved(error) ? leadershipLost(move) : error;
  }
}

type Move = Omit<StepWriter, 'signal'> & Step & { readonly change: string };

/** The compare-and-set of checkpoints; it locks their rows until the transaction ends. */
const moved = `step as (
    select * from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::boolean[], $7::text[])
      as step (schema_name, term, reached, target, events, caught_up, change)
  ), moved as (
    update ${checkpointSchema}.checkpoint as checkpoint
    set position = step.target, applied = checkpoint.applied + step.events, updated_at = now(),
        caught_up_at = case when step.caught_up then coalesce(caught_up_at, now()) else caught_up_at end,
        poison_position = null, poison_reason = null, poison_since = null
    from step
    where checkpoint.schema_name = step.schema_name and checkpoint.term = step.term
      and checkpoint.position = step.reached
    returning step.schema_name, step.term, step.change
  )`;

const valuesOf = (moves: readonly Move[]) => [
  moves.map(({ schema }) => schema),
  moves.map(({ epoch }) => epoch),
  moves.map(({ from }) => from),
  moves.map(({ to }) => to),
  moves.map(({ applied }) => applied),
  moves.map(({ caughtUp }) => caughtUp),
  moves.map(({ change }) => change),
];

/**
 * One statement, and so all of it or nothing. Where the checkpoint has not moved, the division fails, and with it
 * whatever the writes have done.
 */
function stepStatement(move: Move, writes: readonly Statement[]): pg.QueryConfig {
  const values: unknown[] = valuesOf([move]);
  const parts = writes.map((write, index) => {
    const offset = values.length;
    values.push(...write.values);
    return `, write_${index} as (${write.text.replaceAll(/\$(\d+)/g, (_all, number) => `$${Number(number) + offset}`)})`;
  });
  const tell = `select pg_notify('${changesChannel}', max(change)), 1 / count(*) from moved`;
  return prepared(`with ${moved}${parts.join('')} ${tell}`, values);
}

const isNotMoved = (error: unknown) => error instanceof pg.DatabaseError && error.code === '22012';

const leadershipLost = ({ schema, from }: Move) =>
  new LeadershipLost(`The checkpoint of ${schema} is no longer at "${from}"`);

type WaitingMove = Move & { resolve(): void; reject(error: unknown): void };
const waiting = new WeakMap<pg.Pool, WaitingMove[]>();

/**
 * Moves a checkpoint without writing anything else, as most projections do after most events: together with the
 * others of the pool that do so in the same turn of the event loop.
 */
function moveCheckpoint(move: Move): Promise<void> {
  return new Promise((resolve, reject) => {
    const others = waiting.get(move.pool);
    const mine = { ...move, resolve, reject };
    if (others) return others.push(mine);
    waiting.set(move.pool, [mine]);
    setImmediate(() => void moveAll(move.pool));
  });
}

async function moveAll(pool: pg.Pool): Promise<void> {
  const moves = waiting.get(pool) ?? [];
  waiting.delete(pool);
  const tell = `select schema_name || ' ' || term as leader, pg_notify('${changesChannel}', change) from moved`;
  try {
    const { rows } = await pool.query<{ leader: string }>(prepared(`with ${moved} ${tell}`, valuesOf(moves)));
    const leaders = new Set(rows.map(({ leader }) => leader));
    for (const move of moves)
      if (leaders.has(`${move.schema} ${move.epoch}`)) move.resolve();
      else move.reject(leadershipLost(move));
  } catch (error) {
    for (const { reject } of moves) reject(error);
  }
}

/** Returns a prepared statement: steps repeat a few texts, whose planning takes longer than running them. */
function prepared(text: string, values: readonly unknown[]): pg.QueryConfig {
  return { name: statementName(text), text, values: [...values] };
}
