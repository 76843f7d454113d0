import type { NewInvitationEvent } from '@journal/events';
import { describe, expect, it } from 'vitest';
import { type InvitationCommand, invitationDecider } from './invitation.decider.ts';

const emailHash = 'ab'.repeat(32);
const [at, expiresAt] = ['2026-01-02T00:00:00.000Z', '2026-01-09T00:00:00.000Z'];
const offer = { emailHash, email: 'invited@example.org', role: 'editor', expiresAt } as const;
const sent = (invitationId: string): NewInvitationEvent => ({
  type: 'InvitationSent',
  data: { ...offer, invitationId },
});
const revoked = { type: 'InvitationRevoked', data: { invitationId: 'one' } } as const;
const expired = { type: 'InvitationExpired', data: { invitationId: 'one' } } as const;
const accepted = {
  type: 'InvitationAccepted',
  data: { invitationId: 'one', userId: 'user', revision: 2 },
} as const;

const metadata = { at, actor: { id: 'spec', role: 'system' } } as const;
const stateAfter = (...events: NewInvitationEvent[]) =>
  events.reduce(
    (state, event) => invitationDecider.evolve(state, { ...event, metadata }),
    invitationDecider.initialState,
  );

const send: InvitationCommand = { type: 'SendInvitation', ...offer, invitationId: 'two' };
const revoke: InvitationCommand = { type: 'RevokeInvitation', emailHash };
const acceptBy = (userId: string, when = at, isSentByAdministrator = true): InvitationCommand => ({
  ...{ type: 'AcceptInvitation', emailHash, invitationId: 'one', userId, userRevision: 2, at: when },
  isSentByAdministrator,
});
const end = (expiredBefore: string): InvitationCommand => ({ type: 'EndExpired', emailHash, expiredBefore });

const states = {
  none: [],
  open: [sent('one')],
  revoked: [sent('one'), revoked],
  accepted: [sent('one'), accepted],
  expired: [sent('one'), expired],
  replaced: [sent('one'), revoked, sent('two')],
} satisfies Record<string, NewInvitationEvent[]>;

describe('an invitation', () => {
  it.each<[string, keyof typeof states, InvitationCommand, NewInvitationEvent[] | 'link-void']>([
    ['is sent', 'none', send, [sent('two')]],
    ['replaces an open one', 'open', send, [revoked, sent('two')]],
    ['is sent after another was accepted', 'accepted', send, [sent('two')]],
    ['is revoked', 'open', revoke, [revoked]],
    ['is not revoked if there is none', 'none', revoke, []],
    ['is not revoked twice', 'revoked', revoke, []],
    ['is not revoked once it is accepted', 'accepted', revoke, []],
    ['is accepted', 'open', acceptBy('user'), [accepted]],
    ['is accepted until it expires', 'open', acceptBy('user', '2026-01-08T23:59:59.999Z'), [accepted]],
    ['is not accepted after it expires', 'open', acceptBy('user', expiresAt), 'link-void'],
    ['is not accepted if there is none', 'none', acceptBy('user'), 'link-void'],
    ['is not accepted once it is revoked', 'revoked', acceptBy('user'), 'link-void'],
    ['is not accepted once it is replaced', 'replaced', acceptBy('user'), 'link-void'],
    ['is not accepted once it is erased', 'expired', acceptBy('user'), 'link-void'],
    [
      'is not accepted if its sender may not invite anybody',
      'open',
      acceptBy('user', at, false),
      'link-void',
    ],
    ['is accepted once, however often', 'accepted', acceptBy('user'), []],
    ['stays accepted whatever happens to its sender', 'accepted', acceptBy('user', at, false), []],
    ['is not accepted by another afterwards', 'accepted', acceptBy('other'), 'link-void'],
    ['ends after it expires', 'open', end('2026-01-09T00:00:00.001Z'), [expired]],
    ['does not end before it expires', 'open', end(expiresAt), []],
    ['does not end twice', 'expired', end('2027-01-01T00:00:00.000Z'), []],
  ])('%s', (_what, state, command, outcome) => {
    const expected = outcome === 'link-void' ? { rejection: outcome } : { events: outcome };
    expect(invitationDecider.decide(command, stateAfter(...states[state]))).toEqual(expected);
  });

  it('keeps the accepted role with its user, and the ended invitations', () => {
    expect(stateAfter(...states.accepted, sent('two'))).toEqual({
      revision: 2,
      current: { invitationId: 'two', role: 'editor', expiresAt, sentBy: 'spec' },
      endedInvitationIds: ['one'],
      accepted: [{ invitationId: 'one', role: 'editor', sentBy: 'spec', userId: 'user', revision: 2 }],
    });
  });
});
