import type { OpenedEvent } from '@journal/events';
import { inTransaction } from '@journal/postgres';
import { changesChannel, encodeChange } from '@journal/read-models';
import pg from 'pg';
import { moveCheckpoint, type Step } from './checkpoint.ts';
import type { PreparedBatch, Projection } from './projection.ts';
import { isDataFault, ProjectionFault } from './projection-fault.ts';

export type StepWriter = {
  readonly pool: pg.Pool;
  readonly schema: string;
  readonly term: string;
};

/**
 * Applies a batch in one transaction: the checkpoint, the rows and the notification, or nothing. The pool's commits
 * need not wait for the disk (see `withoutWaitingForDisk`): after a crash of the server rows and checkpoint are older
 * together, and the log tells the rest again.
 */
export async function writeStep(writer: StepWriter, step: Step, prepared: PreparedBatch): Promise<void> {
  const { pool, schema, term } = writer;
  await inTransaction(pool, async (client) => {
    await moveCheckpoint(client, schema, term, step);
    const topics = step.applied === 0 ? [] : [...(await prepared.write(client))];
    const payload = encodeChange({ projection: schema, position: step.to, topics });
    await client.query(`notify ${changesChannel}, ${pg.escapeLiteral(payload)}`);
  });
}

/**
 * Applies events one by one, each in a transaction of its own, to find the one that can't be. Throws its
 * `ProjectionFault`; where all went well after all, gives the position of the last.
 */
export async function writeOneByOne<Event extends OpenedEvent>(
  writer: StepWriter,
  projection: Projection<Event>,
  from: string,
  events: readonly Event[],
): Promise<string> {
  const { schema } = writer;
  let position = from;
  for (const event of events) {
    const step = { from: position, to: event.position, applied: 1, caughtUp: false };
    try {
      await writeStep(writer, step, projection.prepare([event], schema));
    } catch (error) {
      throw isDataFault(error) ? new ProjectionFault(event, error) : error;
    }
    position = event.position;
  }
  return position;
}
