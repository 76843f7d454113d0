import type { RecordedEvent } from '@journal/event-store';
import { type ConsentLink, createSubscriptionLinks, retention, userStream } from '@journal/events';
import Type from 'typebox';
import { consentAnsweredMessage, guardianMessage } from '../mail/guardian-messages.ts';
import { defineJobHandler, type JobHandler, type JobKind } from './job-kind.ts';
import { type MailJobParts, mailUser, mailWhileKnown } from './mail-jobs.ts';

export const guardianMailKind = {
  name: 'mail-guardian',
  data: Type.Object({ userId: Type.String(), guardianId: Type.String() }, { additionalProperties: false }),
} as const satisfies JobKind;

/**
 * Mails a parent or guardian the link to their answer page, the same in each attempt. Succeeds without a mail if they
 * have answered, a newer request was made, the request has expired, or the writer was forgotten.
 */
export function createGuardianMailHandler(parts: MailJobParts): JobHandler {
  const links = createSubscriptionLinks(parts.keyedHash);
  return defineJobHandler(guardianMailKind, async (request, context) => {
    const readAddress = () => askedAddress(request, parts);
    await mailWhileKnown(parts, readAddress, context, async (to) =>
      guardianMessage(parts.journal, { ...request, to, token: await links.consentToken(request) }),
    );
  });
}

const answers: readonly string[] = [
  'GuardianConsented',
  'GuardianDeclined',
  'ConsentWithdrawn',
  'GuardianRequestEnded',
];

/** Resolves with the address of a guardian whose request is open; undefined otherwise. */
async function askedAddress({ userId, guardianId }: ConsentLink, parts: MailJobParts) {
  let last: RecordedEvent[] = [];
  for await (const recorded of parts.store.read(userStream(userId))) {
    if (recorded.type === 'UserForgotten') return undefined;
    if (recorded.type === 'GuardianAsked') last = [recorded];
    if (answers.includes(recorded.type)) last = [];
  }
  const [event] = await parts.codec.open(last);
  if (event?.type !== 'GuardianAsked' || event.data.guardianId !== guardianId) return undefined;
  const isOver = Date.parse(event.metadata.at) + retention.guardianRequest.lifetime <= Date.now();
  return isOver ? undefined : (event.data.email ?? undefined);
}

export const consentAnsweredMailKind = {
  name: 'mail-consent-answered',
  data: Type.Object({ userId: Type.String() }, { additionalProperties: false }),
} as const satisfies JobKind;

/** Mails a writer that their parent or guardian has answered, with only a link; no mail to forgotten users. */
export function createConsentAnsweredMailHandler(parts: MailJobParts): JobHandler {
  return defineJobHandler(consentAnsweredMailKind, async ({ userId }, context) =>
    mailUser(parts, userId, context, (to) => consentAnsweredMessage(parts.journal, { userId, to })),
  );
}
