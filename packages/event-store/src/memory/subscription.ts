import type { Position, RecordedEvent, SubscriptionBatch } from '../event-store.port.ts';
import type { CheckedSubscribe } from '../read/check-subscribe.ts';
import { unlessAborted } from '../unless-aborted.ts';
import type { MemoryLog } from './memory-log.ts';
import { fromPosition, toPosition } from './position.ts';

/** Batches after a position; at the end of the log, waits for more. */
export async function* subscription(
  log: MemoryLog,
  after: Position,
  { types, batchSize, signal }: CheckedSubscribe,
): AsyncGenerator<SubscriptionBatch, void> {
  const isWanted = types ? ({ type }: RecordedEvent) => types.includes(type) : () => true;
  let reached = fromPosition(after);
  let saidCaughtUp = false;

  while (!signal.aborted) {
    const { appended } = log;
    const from = reached;
    const events: RecordedEvent[] = [];
    for (const event of log.events.slice(from)) {
      if (events.length === batchSize) break;
      reached += 1;
      if (isWanted(event)) events.push(event);
    }
    const caughtUp = reached >= log.events.length;
    if (reached > from || (caughtUp && !saidCaughtUp)) {
      saidCaughtUp = caughtUp;
      yield { events: structuredClone(events), position: toPosition(reached), caughtUp };
    }
    if (caughtUp) await unlessAborted(appended, signal);
  }
}
