import type { RecordedEvent } from '@journal/event-store';
import { createSubscriptionLinks, type InvitationLink, invitationStream } from '@journal/events';
import Type from 'typebox';
import { invitationMessage } from '../mail/messages.ts';
import { defineJobHandler, type JobHandler, type JobKind } from './job-kind.ts';
import { type MailJobParts, mailWhileKnown } from './mail-jobs.ts';

export const invitationMailKind = {
  name: 'mail-invitation',
  data: Type.Object({ hash: Type.String(), invitationId: Type.String() }, { additionalProperties: false }),
} as const satisfies JobKind;

/**
 * Mails the link of an invitation, the same in each attempt. Succeeds without a mail if the invitation has ended or its
 * address has been invited again.
 */
export function createInvitationMailHandler(parts: MailJobParts): JobHandler {
  const links = createSubscriptionLinks(parts.keyedHash);
  return defineJobHandler(invitationMailKind, async (invitation, context) => {
    const { invitationId } = invitation;
    const readAddress = () => invitedAddress(invitation, parts);
    await mailWhileKnown(parts, readAddress, context, async (to) => {
      const token = await links.invitationToken(invitation);
      return invitationMessage(parts.journal, { invitationId, to, token });
    });
  });
}

/** Resolves with the invited address if this invitation is open; undefined otherwise. */
async function invitedAddress({ hash, invitationId }: InvitationLink, parts: MailJobParts) {
  let last: RecordedEvent[] = [];
  for await (const recorded of parts.store.read(invitationStream(hash))) last = [recorded];
  const [event] = await parts.codec.open(last);
  if (event?.type !== 'InvitationSent' || event.data.invitationId !== invitationId) return undefined;
  const isOver = Date.parse(event.data.expiresAt) <= Date.now();
  return isOver ? undefined : (event.data.email ?? undefined);
}
