import { articleStream, type JournalEventOf, type OpenedEvent } from '@journal/events';
import Type from 'typebox';
import { hiddenPieceMessage } from '../mail/messages.ts';
import { defineJobHandler, type JobHandler, type JobKind } from './job-kind.ts';
import { endOf, hourOf } from './mail-comments.ts';
import { isAbleTo, type MailJobParts, mailUser } from './mail-jobs.ts';

export const hiddenPieceMailKind = {
  name: 'mail-hidden-piece',
  data: Type.Object(
    {
      userId: Type.String(),
      articleId: Type.Integer(),
      /** Hour in which the piece may have been hidden again. */
      hour: Type.Optional(Type.String({ pattern: '^[0-9T-]{13}$' })),
    },
    { additionalProperties: false },
  ),
} as const satisfies JobKind;

/**
 * Returns the jobs that notify an editor that a writer has hidden a piece: per piece, editor and hour one that is due
 * immediately, and one after the hour, in case the piece was shown and hidden again.
 */
export function hiddenPieceMailJobs(
  { data, metadata }: OpenedEvent<JournalEventOf<'ArticleHidden'>>,
  userId: string,
) {
  const { articleId } = data;
  const { at, requestId } = metadata;
  const hour = hourOf(at);
  const key = `${articleId} ${hour} ${userId}`;
  return [
    { key, requestId, data: { userId, articleId } },
    {
      key: `${key} again`,
      requestId,
      delay: endOf(hour) - Date.parse(at),
      data: { userId, articleId, hour },
    },
  ];
}

const ends: ReadonlySet<string> = new Set(['ArticleShown', 'ArticleRemoved', 'ArticleErased']);

/**
 * Mails an editor that a writer has hidden a piece, even an editor who chose fewer mails. Succeeds without a mail if
 * the piece is shown again, deleted, removed or erased, or was hidden only once in the `hour`, or if the recipient is no
 * longer an editor.
 */
export function createHiddenPieceMailHandler(parts: MailJobParts): JobHandler {
  return defineJobHandler(hiddenPieceMailKind, async ({ userId, articleId, hour }, context) => {
    let isHidden = false;
    let isDeleted = false;
    let times = 0;
    for await (const event of parts.store.read(articleStream(articleId))) {
      if (event.type === 'ArticleHidden') {
        isHidden = true;
        if (hourOf(event.metadata.at) === hour) times++;
      }
      if (ends.has(event.type)) isHidden = false;
      if (event.type === 'ArticleDeleted') isDeleted = true;
      if (event.type === 'ArticleRestored') isDeleted = false;
    }
    if (!isHidden || isDeleted || (hour !== undefined && times < 2)) return;
    if (!(await isAbleTo(userId, 'edit-articles', parts))) return;
    await mailUser(parts, userId, context, (to) => hiddenPieceMessage(parts.journal, { userId, to }));
  });
}
