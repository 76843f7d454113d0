import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { sampleEvent } from './contract/log.ts';
import { type EventStore, RevisionConflict } from './event-store.port.ts';
import { createMemoryEventStore } from './memory/memory-event-store.ts';
import { withoutForeignEvents } from './without-foreign-events.ts';

/** An in-memory log to which foreign writers add an event before each append, at most `others` times. */
function busyWith(others: number): EventStore {
  const engine = createMemoryEventStore();
  let left = others;
  return {
    ...engine,
    async append(stream, events, expected) {
      const theirs = { id: randomUUID(), type: 'Theirs', data: {}, metadata: {} as never };
      if (left-- > 0) await engine.append(stream, [theirs], 'any');
      return engine.append(stream, events, expected);
    },
  };
}

it('an append rejects with a conflict instead of retrying forever if foreign events keep arriving', async () => {
  const append = (others: number) =>
    withoutForeignEvents(busyWith(others)).append('stream', [sampleEvent('Own')], 'none');
  expect(await append(3)).toMatchObject({ revision: 3 });
  await expect(append(100)).rejects.toThrow(RevisionConflict);
});
