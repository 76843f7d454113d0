import type { Columns } from './columns.ts';

/** What each version in a history says besides its values: who, when, and which fields it brought. */
export type VersionHead<Event extends string = string> = {
  readonly revision: number;
  readonly event: Event;
  /** ISO 8601, UTC, milliseconds. */
  readonly at: string;
  readonly actorId: string;
  readonly actorRole: string;
  readonly requestId: string;
  readonly position: string;
  readonly changed: readonly string[];
  /** The version whose text this one brought back. */
  readonly restoredRevision?: number | undefined;
};

/** The values that a version may bring; those that it does not are undefined. */
export type Brought<Fields> = { readonly [Field in keyof Fields]?: Fields[Field] | undefined };

export const versionHeadColumns: Columns<VersionHead> = {
  revision: 'integer',
  event: 'text',
  at: 'timestamptz',
  actorId: 'text',
  actorRole: 'text',
  requestId: 'text',
  position: 'text',
  changed: 'names',
  restoredRevision: 'integer',
};
