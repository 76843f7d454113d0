import type { JournalEventOf, OpenedEvent } from '@journal/events';
import Type from 'typebox';
import { concernMessage } from '../mail/messages.ts';
import { handles, type JobHandler, type JobKind } from './job-kind.ts';
import { addressOf, isAbleTo, type MailJobParts, sendToUser, sendUnlessForgotten } from './mail-jobs.ts';

export const mailConcern = {
  name: 'mail-concern',
  data: Type.Object(
    { eventId: Type.String(), userId: Type.Optional(Type.String()) },
    { additionalProperties: false },
  ),
} as const satisfies JobKind;

/** Returns the job that tells of a concern, once however often it is added: somebody who may read it, or the contact that is configured. */
export function concernJob(
  { id: eventId, metadata }: OpenedEvent<JournalEventOf<'SubmissionConcernReported' | 'ConcernReported'>>,
  userId: string | undefined,
) {
  return {
    key: [eventId, userId].filter(Boolean).join(' '),
    requestId: metadata.requestId,
    data: { eventId, ...(userId === undefined ? {} : { userId }) },
  };
}

/** Tells that somebody has reported a concern, and nothing of it. Succeeds without a mail where nobody is to be told any more. */
export function mailsConcern(
  parts: MailJobParts & { readonly safeguardingEmail: string | undefined },
): JobHandler {
  return handles(mailConcern, async ({ userId }, context) => {
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
