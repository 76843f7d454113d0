import type { AppendResult, EventStore, ExpectedRevision, RecordedEvent } from '@journal/event-store';
import {
  createEventCodec,
  type EventMetadata,
  journalEvents,
  type NewJournalEvent,
  type OpenedEvent,
  type Vault,
} from '@journal/events';
import type { RequestContext } from './request-context.ts';

/** The log for handlers: takes and returns domain events, and adds sealing and metadata. */
export type JournalLog = {
  /** Resolves with all events of a stream in order. Throws `PoisonEvent` if one can't be opened. */
  read(stream: string): Promise<OpenedEvent[]>;
  /**
   * As `EventStore.append`; `at` is the time in the events' metadata. Also throws `SubjectForgotten` if personal data of
   * a forgotten subject would be written.
   */
  append(
    stream: string,
    events: readonly { readonly id: string; readonly event: NewJournalEvent }[],
    expected: ExpectedRevision,
    context: RequestContext,
  ): Promise<AppendResult & Pick<EventMetadata, 'at'>>;
};

export function createJournalLog(parts: {
  store: Pick<EventStore, 'read' | 'append'>;
  vault: Vault;
  now?: () => Date;
}): JournalLog {
  const { store, vault, now = () => new Date() } = parts;
  const codec = createEventCodec({ vault, events: journalEvents });
  return {
    async read(stream) {
      const stored: RecordedEvent[] = [];
      for await (const event of store.read(stream)) stored.push(event);
      return codec.open(stored);
    },
    async append(stream, events, expected, { actor, requestId }) {
      const at = now().toISOString();
      const metadata = { actor, requestId, correlationId: requestId, causationId: requestId, at };
      const sealed = await Promise.all(events.map(({ id, event }) => codec.seal(event, id, metadata)));
      return { ...(await store.append(stream, sealed, expected)), at };
    },
  };
}
