import { randomUUID } from 'node:crypto';
import type { EventStore, Position } from '@journal/event-store';
import { createEventCodec, createMemoryVault, journalEvents, type Vault } from '@journal/events';

type Codec = ReturnType<typeof createEventCodec<typeof journalEvents>>;
export type NewEvent = Parameters<Codec['seal']>[0];

export type Writing = {
  readonly actor: { readonly id: string; readonly role: 'admin' | 'writer' | 'visitor' };
  readonly at?: string;
};

/** Appends sealed events to a log, a minute apart from `day` on; each call resolves with the event's position. */
export function createLogWriter(
  store: EventStore,
  {
    vault = createMemoryVault(),
    day,
    requestId,
  }: { vault?: Vault | undefined; day: string; requestId: string },
) {
  const codec = createEventCodec({ vault, events: journalEvents });
  let minute = 0;
  async function write(stream: string, event: NewEvent, { actor, at }: Writing): Promise<Position> {
    const sealed = await codec.seal(event, randomUUID(), {
      actor,
      requestId,
      correlationId: requestId,
      causationId: requestId,
      at: at ?? new Date(Date.parse(day) + 60_000 * minute++).toISOString(),
    });
    return (await store.append(stream, [sealed], 'any')).position;
  }
  return { vault, codec, write };
}
