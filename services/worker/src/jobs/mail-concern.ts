import type { JournalEventOf, OpenedEvent } from '@journal/events';
import Type from 'typebox';
import { concernMessage } from '../mail/messages.ts';
import { defineJobHandler, type JobHandler, type JobKind } from './job-kind.ts';
import { addressOf, isAbleTo, type MailJobParts, sendToUser, sendUnlessForgotten } from './mail-jobs.ts';

export const concernMailKind = {
  name: 'mail-concern',
  data: Type.Object(
    { eventId: Type.String(), userId: Type.Optional(Type.String()) },
    { additionalProperties: false },
  ),
} as const satisfies JobKind;

/** Returns the job that notifies a reader of concerns, or the configured contact; one per event and recipient. */
export function concernMailJob(
  { id: eventId, metadata }: OpenedEvent<JournalEventOf<'SubmissionConcernReported' | 'ConcernReported'>>,
  userId: string | undefined,
) {
  return {
    key: [eventId, userId].filter(Boolean).join(' '),
    requestId: metadata.requestId,
    data: { eventId, ...(userId === undefined ? {} : { userId }) },
  };
}

/** Mails that a concern was reported, without its contents. Succeeds without a mail if nobody is to be notified now. */
export function createConcernMailHandler(
  parts: MailJobParts & { readonly safeguardingEmail: string | undefined },
): JobHandler {
  return defineJobHandler(concernMailKind, async ({ userId }, context) => {
    if (userId === undefined) {
      const { safeguardingEmail: to } = parts;
      if (to === undefined) return;
      const message = concernMessage(parts.journal, { subjectId: 'safeguarding', to });
      return sendUnlessForgotten(parts, message, async () => true, context);
    }
    const to = await addressOf(userId, parts);
    if (to === undefined || !(await isAbleTo(userId, 'read-concerns', parts))) return;
    await sendToUser(parts, concernMessage(parts.journal, { subjectId: userId, to }), context);
  });
}
