import type { JournalEventOf, OpenedEvent } from '@journal/events';
import Type from 'typebox';
import { concernMessage } from '../mail/messages.ts';
import { defineJobHandler, type JobHandler, type JobKind } from './job-kind.ts';
import { addressOf, isAbleTo, type MailJobParts, mailWhileKnown } from './mail-jobs.ts';

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
    const subjectId = userId ?? 'safeguarding';
    const readAddress = async () =>
      userId === undefined ? parts.safeguardingEmail : addressOf(userId, parts);
    if (userId !== undefined && !(await isAbleTo(userId, 'read-concerns', parts))) return;
    await mailWhileKnown(parts, readAddress, context, (to) =>
      concernMessage(parts.journal, { subjectId, to }),
    );
  });
}
