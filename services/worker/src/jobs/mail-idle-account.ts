import Type from 'typebox';
import { idleAccountMessage } from '../mail/messages.ts';
import { defineJobHandler, type JobHandler, type JobKind } from './job-kind.ts';
import { type MailJobParts, mailUser } from './mail-jobs.ts';

export const idleAccountMailKind = {
  name: 'mail-idle-account',
  data: Type.Object({ userId: Type.String() }, { additionalProperties: false }),
} as const satisfies JobKind;

/** Asks users whether they still want their account, even those who chose fewer mails: it is one mail in two years. */
export function createIdleAccountMailHandler(parts: MailJobParts): JobHandler {
  return defineJobHandler(idleAccountMailKind, async ({ userId }, context) =>
    mailUser(parts, userId, context, (to) => idleAccountMessage(parts.journal, { userId, to })),
  );
}
