import type { OpenedEvent } from '@journal/events';
import type { VersionHead } from '@journal/read-models';

/** They say which piece and whose, and what became of it; they are no part of the piece. */
const notFilledIn: ReadonlySet<string> = new Set([
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

/** Returns the fields of the piece, of those that an event of an article, a pitch or a page brought. */
export const fieldsIn = (data: object): readonly string[] =>
  Object.keys(data).filter((field) => !notFilledIn.has(field));

/** Returns who, when and which fields of an event of an article, a pitch or a page; what it restored is among its values. */
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
