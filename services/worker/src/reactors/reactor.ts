import { ApiError, isTemporary, reasonOf } from '@journal/contracts';
import { type JournalEventOf, type JournalEventType, journalEvents, type OpenedEvent } from '@journal/events';
import type { Projection } from '../engine/projection.ts';
import { ProjectionFault } from '../engine/projection-fault.ts';

/**
 * Something that is done about each event of a type, at least once and in order, from the beginning of the log on: it
 * must be idempotent. It runs as a projection without tables: one worker leads, its checkpoint moves when all was done,
 * and what fails is tried again with back-off. Where the command service refuses, and will again, it stops as a
 * projection does at a poison event. `name` names its checkpoint for good.
 */
export function defineReactor<Type extends JournalEventType>(
  name: string,
  type: Type,
  react: (event: OpenedEvent<JournalEventOf<Type>>) => Promise<void>,
): Projection<OpenedEvent> {
  return {
    model: { name, version: 1, migrations: {} },
    events: { [type]: journalEvents[type] },
    prepare: (batch) => ({
      async before() {
        for (const event of batch)
          try {
            await react(event as never);
          } catch (error) {
            if (!(error instanceof ApiError) || isTemporary(error)) throw error;
            const cause = new Error(`The command service refused it (${reasonOf(error)})`, { cause: error });
            throw new ProjectionFault(event, cause);
          }
      },
    }),
  };
}
