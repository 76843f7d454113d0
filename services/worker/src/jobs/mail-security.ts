import type { JournalEventType } from '@journal/events';
import Type from 'typebox';
import { securityMessage } from '../mail/security-message.ts';
import { handles, type JobHandler, type JobKind } from './job-kind.ts';
import { type MailJobParts, mailUser } from './mail-jobs.ts';

/** The events of an account of which its owner is told, who may not have caused them. */
export const mailedSecurityEvents = [
  'PasskeyAdded',
  'PasskeyRemoved',
  'PasskeysReset',
  'RecoveryCodesIssued',
  'RecoveryCodeUsed',
] as const satisfies readonly JournalEventType[];

export const mailSecurity = {
  name: 'mail-security',
  data: Type.Object(
    { userId: Type.String(), what: Type.Enum([...mailedSecurityEvents]) },
    { additionalProperties: false },
  ),
} as const satisfies JobKind;

/** Mails what happened to the account, with a link alone; nothing to whoever was forgotten. */
export function mailsSecurity(parts: MailJobParts): JobHandler {
  return handles(mailSecurity, async ({ userId, what }, context) =>
    mailUser(parts, userId, context, (to) => securityMessage(parts.journal, { userId, to, what })),
  );
}
