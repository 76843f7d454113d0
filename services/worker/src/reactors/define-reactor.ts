import { ApiError, isTemporary, reasonOf } from '@journal/contracts';
import {
  type EventMetadata,
  type JournalEventOf,
  type JournalEventType,
  journalEvents,
  type OpenedEvent,
} from '@journal/events';
import { abortable } from '@journal/service-kit/async';
import { type Projection, ProjectionFault } from '../engine/projection.ts';

/** In milliseconds, so that a replay of the log from its start sends no old mail. */
const maxMailAge = 24 * 3_600_000;

/** Whether an event is recent enough to be mailed. */
export const isRecent = ({ at }: EventMetadata) => Date.now() - Date.parse(at) <= maxMailAge;

/**
 * Returns a reactor, which handles each event of some types at least once and in order, from the start of the log;
 * `react` must be idempotent. It runs as a projection without tables: one worker leads, the checkpoint moves after all
 * events of a batch were handled, and failures are retried with backoff. If the command service refuses permanently, it
 * stops like a projection at a poison event. `name` is the permanent name of its checkpoint.
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
      async before(signal) {
        for (const event of batch) {
          signal?.throwIfAborted();
          await untilStopped(react(event as never), signal).catch((error: unknown) => {
            if (!(error instanceof ApiError) || isTemporary(error)) throw error;
            const cause = new Error(`The command service refused the request (${reasonOf(error)})`, {
              cause: error,
            });
            throw new ProjectionFault(event, cause);
          });
        }
      },
    }),
  };
}

/** Time that the event at hand has to be handled once the leader has to stop, in milliseconds. */
const longestEnd = 2_000;

/** Settles like `work`, or rejects with the signal's reason if it goes on for 2 s after the signal was aborted. */
async function untilStopped(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  const overdue = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    timer = setTimeout(() => overdue.abort(signal?.reason), longestEnd);
  };
  signal?.addEventListener('abort', stop, { once: true });
  try {
    await abortable(work, overdue.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}
