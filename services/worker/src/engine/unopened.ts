import type { RecordedEvent } from '@journal/event-store';

/** In place of a codec, for a projection that takes events as the log has them, those of unknown types too. */
export const unopened = { open: async (events: readonly RecordedEvent[]) => events };
