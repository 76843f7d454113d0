import { isForeign } from '@journal/events';
import { type EventStore, type NewEvent, RevisionConflict } from './event-store.port.ts';

/** Maximum retries of an append because of foreign events, whose writers may keep writing to its stream. */
const maxRepeats = 3;

/**
 * Returns the same store for callers that make decisions from streams. `read` omits foreign events. An append that
 * expects the journal's last event succeeds even if foreign events follow it; the first event that it then writes
 * carries the expected revision as `previousRevision`, for consumers that require a stream without gaps.
 */
export function withoutForeignEvents(store: EventStore): EventStore {
  /** Resolves with the last revision if only foreign events, at least one, follow `revision`; otherwise undefined. */
  async function endOfForeign(stream: string, revision: number): Promise<number | undefined> {
    let last: number | undefined;
    for await (const event of store.read(stream, { from: revision + 1 })) {
      if (!isForeign(event)) return undefined;
      last = event.revision;
    }
    return last;
  }

  return {
    ...store,
    async *read(stream, { limit = Number.POSITIVE_INFINITY, ...options } = {}) {
      let left = limit;
      for await (const event of store.read(stream, options)) {
        if (left <= 0) return;
        if (isForeign(event)) continue;
        left--;
        yield event;
      }
    },
    async append(stream, events, expected) {
      const previousRevision = expected === 'none' ? -1 : expected;
      let attempt: [readonly NewEvent[], typeof expected] = [events, expected];
      for (let repeats = 0; ; repeats++) {
        try {
          return await store.append(stream, ...attempt);
        } catch (error) {
          if (!(error instanceof RevisionConflict) || previousRevision === 'any') throw error;
          if (repeats === maxRepeats) throw error;
          const end = await endOfForeign(stream, previousRevision);
          if (end === undefined || end === attempt[1]) throw error;
          attempt = [withPrevious(events, previousRevision), end];
        }
      }
    },
  };
}

function withPrevious([first, ...rest]: readonly NewEvent[], previousRevision: number): readonly NewEvent[] {
  return first ? [{ ...first, metadata: { ...first.metadata, previousRevision } }, ...rest] : rest;
}
