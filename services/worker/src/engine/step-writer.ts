import type { OpenedEvent } from '@journal/events';
import { joinWrites } from '@journal/postgres';
import { changesChannel, checkpointSchema, encodeChange } from '@journal/read-models';
import type pg from 'pg';
import { LeadershipLost } from './checkpoint.ts';
import type { Changes, PreparedBatch, Projection } from './projection.ts';
import { isDataFault, ProjectionFault } from './projection-fault.ts';

export type StepWriter = {
  readonly pool: pg.Pool;
  readonly schema: string;
  readonly term: string;
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

/**
 * One statement, and so all of it or nothing: the checkpoint moves by compare-and-set, which holds its row until the
 * commit; where it has moved, the rows are written and the change is told.
 */
function statementOf({ schema, term }: StepWriter, step: Step, { writes, topics }: Changes) {
  const payload = encodeChange({ projection: schema, position: step.to, topics: [...topics] });
  const own = [schema, term, step.from, step.to, step.applied, step.caughtUp, payload];
  const joined = joinWrites(writes, own);
  const text = `
    with moved as (
      update ${checkpointSchema}.checkpoint
      set position = $4, applied = applied + $5, updated_at = now(),
          caught_up_at = case when $6 then coalesce(caught_up_at, now()) else caught_up_at end,
          poison_position = null, poison_reason = null, poison_since = null
      where schema_name = $1 and term = $2 and position = $3
      returning schema_name
    ) ${joined.text}
    select pg_notify('${changesChannel}', $7) from moved`;
  // A step that forgets somebody has more writes than the others, and so another text.
  return { name: `${schema} step of ${writes.length}`, text, values: joined.values };
}

/**
 * Writes a step: the checkpoint, the rows and the notification, or nothing. Throws `LeadershipLost` where the
 * checkpoint is not where this leader left it. `onSent` is called once the database is at work.
 */
export async function writeStep(
  writer: StepWriter,
  step: Step,
  prepared: PreparedBatch,
  onSent: () => void = () => {},
): Promise<void> {
  const { pool, schema, signal } = writer;
  const statement = statementOf(writer, step, await prepared.changes(pool, signal));
  const writing = pool.query(statement);
  onSent();
  const { rowCount } = await writing;
  if (rowCount !== 1) throw new LeadershipLost(`The checkpoint of ${schema} is no longer at "${step.from}"`);
}

/**
 * Applies events one by one, each in a step of its own, to find the one that can't be. Throws its `ProjectionFault`;
 * where all went well after all, gives the position of the last.
 */
export async function writeOneByOne<Event extends OpenedEvent>(
  writer: StepWriter,
  projection: Projection<Event>,
  from: string,
  events: readonly Event[],
): Promise<string> {
  let position = from;
  for (const event of events) {
    const step = { from: position, to: event.position, applied: 1, caughtUp: false };
    try {
      await writeStep(writer, step, projection.prepare([event], writer.schema));
    } catch (error) {
      throw isDataFault(error) ? new ProjectionFault(event, error) : error;
    }
    position = event.position;
  }
  return position;
}
