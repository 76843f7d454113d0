import type { JournalEventType } from '@journal/events';
import Type from 'typebox';
import { securityMessage } from '../mail/security-message.ts';
import { defineJobHandler, type JobHandler, type JobKind } from './job-kind.ts';
import { type MailJobParts, mailUser } from './mail-jobs.ts';

/** Security events of an account that are mailed to its owner, who may not have caused them. */
export const mailedSecurityEvents = [
  'PasskeyAdded',
  'PasskeyRemoved',
  'PasskeysReset',
  'RecoveryCodesIssued',
  'RecoveryCodeUsed',
] as const satisfies readonly JournalEventType[];

export const securityMailKind = {
  name: 'mail-security',
  data: Type.Object(
    { userId: Type.String(), what: Type.Enum([...mailedSecurityEvents]) },
    { additionalProperties: false },
  ),
} as const satisfies JobKind;

/** Mails what happened to an account, with only a link; no mail to forgotten users. */
export function createSecurityMailHandler(parts: MailJobParts): JobHandler {
  return defineJobHandler(securityMailKind, async ({ userId, what }, context) =>
    mailUser(parts, userId, context, (to) => securityMessage(parts.journal, { userId, to, what })),
  );
}
