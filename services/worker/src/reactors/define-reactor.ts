import { ApiError, isTemporary, reasonOf } from '@journal/contracts';
import {
  type EventMetadata,
  type JournalEventOf,
  type JournalEventType,
  journalEvents,
  type OpenedEvent,
} from '@journal/events';
import { type Projection, ProjectionFault } from '../engine/projection.ts';

/** Milliseconds. A log that is replayed from its beginning sends no old mail. */
const maxMailAge = 24 * 3_600_000;

/** Whether somebody is still to be mailed about an event. */
export const isRecent = ({ at }: EventMetadata) => Date.now() - Date.parse(at) <= maxMailAge;

/**
 * Something that is done about each event of some types, at least once and in order, from the beginning of the log on: it
 * must be idempotent. It runs as a projection without tables: one worker leads, its checkpoint moves when all was done,
 * and what fails is retried with back-off. Where the command service refuses for good, it stops as a projection does at
 * a poison event. `name` names its checkpoint for good.
 */
export function defineReactor<Type extends JournalEventType>(
  name: string,
  types: readonly Type[],
  react: (event: OpenedEvent<JournalEventOf<Type>>) => Promise<void>,
): Projection<OpenedEvent> {
  return {
    model: { name, version: 1, migrations: {} },
    events: Object.fromEntries(types.map((type) => [type, journalEvents[type]])),
    prepare: (batch) => ({
      async before() {
        for (const event of batch)
          await react(event as never).catch((error: unknown) => {
            if (!(error instanceof ApiError) || isTemporary(error)) throw error;
            const cause = new Error(`The command service refused it (${reasonOf(error)})`, { cause: error });
            throw new ProjectionFault(event, cause);
          });
      },
    }),
  };
}
