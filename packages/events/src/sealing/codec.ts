import type { EventMetadata } from '../event/event-metadata.ts';

/** An event as the domain speaks it. Sealed fields whose key is gone read as null (see `erased`). */
export type DomainEvent<Type extends string = string, Data = Record<string, unknown>> = {
  readonly type: Type;
  readonly data: Data;
};

/** A domain event with where and by whom; what projections and deciders get. */
export type OpenedEvent = DomainEvent & {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: string;
  readonly metadata: EventMetadata;
  /** Subjects whose key was gone when this was opened; their fields are null. */
  readonly erased: readonly string[];
};
