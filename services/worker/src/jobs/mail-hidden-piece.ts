import { articleStream, type JournalEventOf, type OpenedEvent } from '@journal/events';
import Type from 'typebox';
import { hiddenPieceMessage } from '../mail/messages.ts';
import { defineJobHandler, type JobHandler, type JobKind } from './job-kind.ts';
import { isAbleTo, type MailJobParts, mailUser } from './mail-jobs.ts';

export const hiddenPieceMailKind = {
  name: 'mail-hidden-piece',
  data: Type.Object({ userId: Type.String(), articleId: Type.Integer() }, { additionalProperties: false }),
} as const satisfies JobKind;

/** Returns the job that notifies an editor that a writer has hidden a piece; at most one per piece, editor and hour. */
export function hiddenPieceMailJob(
  { data, metadata }: OpenedEvent<JournalEventOf<'ArticleHidden'>>,
  userId: string,
) {
  const { articleId } = data;
  return {
    key: `${articleId} ${metadata.at.slice(0, '2026-01-02T03'.length)} ${userId}`,
    requestId: metadata.requestId,
    data: { userId, articleId },
  };
}

/**
 * Mails an editor that a writer has hidden a piece, even an editor who chose fewer mails. Succeeds without a mail if
 * the piece is shown again or removed, or if the recipient is no longer an editor.
 */
export function createHiddenPieceMailHandler(parts: MailJobParts): JobHandler {
  return defineJobHandler(hiddenPieceMailKind, async ({ userId, articleId }, context) => {
    let isHidden = false;
    for await (const event of parts.store.read(articleStream(articleId))) {
      if (event.type === 'ArticleHidden') isHidden = true;
      if (event.type === 'ArticleShown' || event.type === 'ArticleRemoved') isHidden = false;
    }
    if (!isHidden || !(await isAbleTo(userId, 'edit-articles', parts))) return;
    await mailUser(parts, userId, context, (to) => hiddenPieceMessage(parts.journal, { userId, to }));
  });
}
