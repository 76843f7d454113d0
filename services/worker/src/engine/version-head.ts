import type { OpenedEvent } from '@journal/events';
import type { Column } from '@journal/postgres';
import type { VersionHead } from '@journal/read-models';

/** They say which piece and whose, and what became of it; they are nothing that a person fills in. */
const notFilledIn: ReadonlySet<string> = new Set([
  'articleId',
  'submissionId',
  'userId',
  'contributorId',
  'restoredRevision',
]);

/** The fields that a person fills in, of those that an event of an article or a pitch brought. */
export const fieldsIn = (data: object): readonly string[] =>
  Object.keys(data).filter((field) => !notFilledIn.has(field));

/** Who, when, and which fields, of an event of an article or a pitch; what it restored is among its values. */
export function versionHeadOf<Type extends string>({
  type,
  data,
  metadata,
  revision,
  position,
}: Pick<OpenedEvent, 'data' | 'metadata' | 'revision' | 'position'> & { readonly type: Type }) {
  return {
    revision,
    event: type,
    at: metadata.at,
    actorId: metadata.actor.id,
    actorRole: metadata.actor.role,
    requestId: metadata.requestId,
    position,
    changed: fieldsIn(data),
  } satisfies VersionHead<Type>;
}

export const versionHeadColumns: readonly Column<VersionHead>[] = [
  ['revision', 'integer', (row) => row.revision],
  ['event', 'text', (row) => row.event],
  ['at', 'timestamptz', (row) => row.at],
  ['actor_id', 'text', (row) => row.actorId],
  ['actor_role', 'text', (row) => row.actorRole],
  ['request_id', 'text', (row) => row.requestId],
  ['position', 'text', (row) => row.position],
  ['changed', 'names', (row) => row.changed.join(',')],
  ['restored_revision', 'integer', (row) => row.restoredRevision],
];
