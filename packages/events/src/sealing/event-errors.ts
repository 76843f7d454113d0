import type { StoredEvent } from '../event/event-types.ts';

/** An event in the log that can't be opened: whoever reads on would lose it, so nobody may. */
export class PoisonEvent extends Error {
  override readonly name = 'PoisonEvent';
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: string;
  constructor(event: StoredEvent, reason: string, options?: ErrorOptions) {
    super(
      `Event ${event.type} at position ${event.position} (${event.stream}@${event.revision}) can't be opened: ${reason}`,
      options,
    );
    this.type = event.type;
    this.stream = event.stream;
    this.revision = event.revision;
    this.position = event.position;
  }
}

/** A new event that isn't what its schema says; names fields, never what is in them. */
export class InvalidEvent extends Error {
  override readonly name = 'InvalidEvent';
}
