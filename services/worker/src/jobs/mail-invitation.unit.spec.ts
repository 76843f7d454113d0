import { randomUUID } from 'node:crypto';
import { createSubscriptionLinks, invitationSubject } from '@journal/events';
import { describe, expect, it } from 'vitest';
import { createMailParts } from '../testing/mail-parts.ts';
import { createInvitationMailHandler } from './mail-invitation.ts';

function setUp(during?: () => Promise<unknown>) {
  const { parts, context, ...log } = createMailParts(during);
  const invited = log.invited('invited@example.org');
  const invitationId = randomUUID();
  const work = () => createInvitationMailHandler(parts).work({ hash: invited.hash, invitationId }, context);
  return { ...log, invited, invitationId, work, links: createSubscriptionLinks(parts.keyedHash) };
}

describe('the invitation mail job', () => {
  it('mails the same link on each run', async () => {
    const { invited, invitationId, work, sent, links } = setUp();
    await invited.send(invitationId);
    await work();
    await work();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[0]).toMatchObject({ to: 'invited@example.org', subjectId: invitationId });
    const [, token = ''] =
      /https:\/\/journal\.example\/invitation\?token=([\w-]+)/.exec(sent[0]?.text ?? '') ?? [];
    expect(await links.readInvitation(token)).toEqual({ hash: invited.hash, invitationId });
  });

  it.each(['InvitationRevoked', 'InvitationExpired', 'another', 'past', 'forgotten', 'none'] as const)(
    'mails nothing if the invitation is not open: %s',
    async (what) => {
      const { vault, invited, invitationId, work, sent } = setUp();
      if (what !== 'none') await invited.send(invitationId, what === 'past' ? new Date(0) : undefined);
      if (what === 'forgotten') await vault.forget(invitationSubject({ invitationId }));
      if (what === 'another') await invited.send(randomUUID());
      if (what === 'InvitationRevoked' || what === 'InvitationExpired') await invited.end(what, invitationId);
      await work();
      expect(sent).toEqual([]);
    },
  );

  it('removes the message of an invitation that is revoked while it is sent', async () => {
    const { invited, invitationId, work, forgotten } = setUp(() =>
      invited.end('InvitationRevoked', invitationId),
    );
    await invited.send(invitationId);
    await work();
    expect(forgotten).toEqual([invitationId]);
  });
});
