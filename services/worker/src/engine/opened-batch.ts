import type { EventStore, RecordedEvent, SubscribeOptions } from '@journal/event-store';
import type { OpenedEvent, PoisonEvent, StoredEvent } from '@journal/events';
import type { PreparedBatch, Projection } from './projection.ts';
import { isPoison, type ProjectionFault } from './projection-fault.ts';

export type OpenedBatch<Event extends OpenedEvent> = {
  readonly events: readonly Event[];
  readonly prepared: PreparedBatch;
  /** Where the checkpoint is to be once the events are applied. */
  readonly position: string;
  readonly caughtUp: boolean;
  /** The event after these can't be opened; nothing beyond it may be applied. */
  readonly poison: PoisonEvent | ProjectionFault | undefined;
};

export type Source<Event extends OpenedEvent> = {
  readonly store: EventStore;
  readonly codec: { open(events: readonly StoredEvent[]): Promise<readonly OpenedEvent[]> };
  readonly projection: Projection<Event>;
  /** The schema it fills. */
  readonly schema: string;
};

/** The events that a projection knows after its checkpoint, opened and prepared; ends at the first poison event. */
export async function* openBatches<Event extends OpenedEvent>(
  source: Source<Event>,
  options: SubscribeOptions,
): AsyncGenerator<OpenedBatch<Event>, void, undefined> {
  const { events } = source.projection;
  const types = events === 'all' ? {} : { types: Object.keys(events) };
  let reached = options.after ?? '';
  for await (const batch of source.store.subscribe({ ...options, ...types })) {
    const opened = await openBatch(source, batch.events);
    if (opened.poison) {
      yield { ...opened, position: opened.events.at(-1)?.position ?? reached, caughtUp: false };
      return;
    }
    reached = batch.position;
    yield { ...opened, position: reached, caughtUp: batch.caughtUp };
  }
}

async function openBatch<Event extends OpenedEvent>(
  source: Source<Event>,
  events: readonly RecordedEvent[],
): Promise<Pick<OpenedBatch<Event>, 'events' | 'prepared' | 'poison'>> {
  try {
    const opened = (await source.codec.open(events)) as readonly Event[];
    return { events: opened, prepared: source.projection.prepare(opened, source.schema), poison: undefined };
  } catch (error) {
    if (!isPoison(error)) throw error;
    const before = events.filter((event) => event.position < error.position);
    return { ...(await openBatch(source, before)), poison: error };
  }
}
