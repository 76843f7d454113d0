import type { EventStore } from '@journal/event-store';
import { endsSessions } from '@journal/events';
import { type createPool, isUndefinedTable } from '@journal/postgres';
import { prepareSessionEnds, recordSessionEnd } from '@journal/read-models/session-ends';
import { withTimeout } from '@journal/service-kit/async';

const timeout = 1_000;

/**
 * Returns the same store, which also records whose sessions have ended before an append resolves, so that nobody can
 * keep reading with an ended session while the read models stand still. If that can't be recorded within a second, the
 * sessions have ended all the same, and `onFailure` is called: reading requires the same database.
 */
export async function recordSessionEnds(
  store: EventStore,
  pool: ReturnType<typeof createPool>,
  onFailure: (error: unknown) => void,
): Promise<EventStore> {
  let prepared: Promise<void> | undefined;
  function prepare(): Promise<void> {
    prepared ??= prepareSessionEnds(pool).catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    return prepared;
  }
  async function record(end: Parameters<typeof recordSessionEnd>[1], isRepeat = false): Promise<void> {
    await prepare();
    try {
      await recordSessionEnd(pool, end);
    } catch (error) {
      // Operators drop the table with the read models if the log has lost its end.
      if (isRepeat || !isUndefinedTable(error)) throw error;
      prepared = undefined;
      await record(end, true);
    }
  }
  const inTime = (work: Promise<void>) => withTimeout(timeout, work).catch(onFailure);

  await inTime(prepare());
  return {
    ...store,
    async append(stream, events, expected) {
      const result = await store.append(stream, events, expected);
      const end = events.find(({ type }) => type === 'SessionEnded' || endsSessions(type));
      if (end) {
        const { position } = result;
        await inTime(record({ userId: String(end.data.userId), position }));
      }
      return result;
    },
  };
}
