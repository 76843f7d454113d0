import { ApiError, isTemporary, reasonOf } from '@journal/contracts';
import type { EventCatalogue, JournalEventOf, JournalEventType, OpenedEvent } from '@journal/events';
import { journalEvents } from '@journal/events';
import type { ReadModel } from '@journal/read-models';
import type { Projection } from '../engine/projection.ts';
import { ProjectionFault } from '../engine/projection-fault.ts';

/** What a reactor does about one event. Runs again where it, or what came after it, failed: it must be idempotent. */
export type Reaction<Type extends JournalEventType> = (
  event: OpenedEvent<JournalEventOf<Type>>,
) => Promise<void>;

export type ReactorOptions<Type extends JournalEventType> = {
  /** Small letters and underscores; names its checkpoint for good. */
  readonly name: string;
  readonly on: { readonly [Each in Type]: Reaction<Each> };
};

/** It will go wrong again and again: the reactor stops there, loudly, as a projection does at a poison event. */
export class ReactionImpossible extends Error {
  override readonly name = 'ReactionImpossible';
}

/**
 * Something that is done about events, each at least once and in order, from the beginning of the log on. It runs as
 * a projection without tables: one worker leads, its checkpoint moves when all was done, and what fails is tried again
 * with back-off.
 */
export function defineReactor<const Type extends JournalEventType>(
  options: ReactorOptions<Type>,
): Projection<OpenedEvent> {
  const model: ReadModel = { name: options.name, version: 1, migrations: {} };
  const types = Object.keys(options.on) as Type[];
  const events: EventCatalogue = Object.fromEntries(types.map((type) => [type, journalEvents[type]]));
  const react = options.on as Readonly<Record<string, (event: never) => Promise<void>>>;
  return {
    model,
    events,
    prepare: (batch) => ({
      async before() {
        for (const event of batch)
          try {
            await react[event.type]?.(event as never);
          } catch (error) {
            throw error instanceof ReactionImpossible ? new ProjectionFault(event, error) : error;
          }
      },
    }),
  };
}

/** Throws `ReactionImpossible` where the command service refused a request, and will again; else the error itself. */
export function throwRefusal(error: unknown): never {
  throw error instanceof ApiError && !isTemporary(error)
    ? new ReactionImpossible(`The command service refused it (${reasonOf(error)})`, { cause: error })
    : error;
}
