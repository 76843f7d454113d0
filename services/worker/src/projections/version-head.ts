import type { OpenedEvent } from '@journal/events';
import type { VersionHead } from '@journal/read-models';

/** Fields that identify a piece or its owner, or describe what happened to it, and are not part of its content. */
const metadataFields: ReadonlySet<string> = new Set([
  'articleId',
  'submissionId',
  'pageId',
  'userId',
  'contributorId',
  'restoredRevision',
  'opposingId',
  'bylineRevision',
  'concern',
  'role',
  'editorId',
  'note',
  'dueAt',
  'issueNumber',
  'publishAt',
  'commentId',
  'inReplyTo',
  'pitchRevision',
  'field',
  'paragraph',
  'quotation',
  'before',
  'after',
  'audience',
  'unpublishAt',
  'guardianId',
  'submissions',
]);

/** Returns those fields of an article's, pitch's or page's event that are part of the piece's content. */
export const fieldsIn = (data: object): readonly string[] =>
  Object.keys(data).filter((field) => !metadataFields.has(field));

/** Returns actor, time and changed fields, including restored ones, of an article's, pitch's or page's event. */
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
