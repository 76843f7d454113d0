import type { RowOf } from './columns.ts';

/** What each version in a history says besides its values: who, when, and which fields it brought. */
export const versionHeadColumns = {
  revision: 'integer',
  event: 'text',
  at: 'timestamptz',
  actorId: 'text',
  actorRole: 'text',
  requestId: 'text',
  position: 'text',
  changed: 'names',
  /** The version whose text this one brought back. */
  restoredRevision: 'integer',
} as const;
export type VersionHead<Event extends string = string> = Omit<
  RowOf<typeof versionHeadColumns, never, { readonly event: Event }>,
  'restoredRevision'
> & { readonly restoredRevision?: number | undefined };

/** The values that a version may bring; those that it does not are undefined. */
export type Brought<Fields> = { readonly [Field in keyof Fields]?: Fields[Field] | undefined };
