import type { EventStore } from '@journal/event-store';
import { type EventCodec, type journalEvents, userStream } from '@journal/events';

/** Where people can be written to, as the log says now. */
export type AddressBook = {
  /** The e-mail address of a user, or undefined where there is none any more. */
  of(userId: string): Promise<string | undefined>;
};

export function createAddressBook(
  store: Pick<EventStore, 'read'>,
  codec: Pick<EventCodec<typeof journalEvents>, 'open'>,
): AddressBook {
  return {
    async of(userId) {
      let email: string | undefined;
      for await (const recorded of store.read(userStream(userId))) {
        if (recorded.type === 'UserForgotten') return undefined;
        if (recorded.type !== 'UserRegistered') continue;
        const [event] = await codec.open([recorded]);
        if (event?.type === 'UserRegistered') email = event.data.email ?? undefined;
      }
      return email;
    },
  };
}
