import { createSubscriptionLinks, invitationSubject, userStream } from '@journal/events';
import { describe, expect, it } from 'vitest';
import { codeOf, createCommandSide, sampleUser, statusesOf, userWith } from '../testing/command-side.ts';

const day = 24 * 3_600_000;
const path = '/api/newsroom/invitations';

async function start() {
  const side = await createCommandSide();
  const admin = await userWith(side, 'AdminGranted');
  const links = createSubscriptionLinks(side.hash);
  const address = await side.hash('email', sampleUser.email);
  const invite = (role = 'editor', headers: Record<string, string> = {}) =>
    side.call('POST', path, { email: sampleUser.email, role }, { ...admin.headers, ...headers });
  return {
    ...side,
    admin,
    address,
    invite,
    revoke: () => side.call('DELETE', `${path}/${address}`, undefined, admin.headers),
    /** Resolves with the id and the token of the newest mail. */
    async mailed() {
      const { data } = side.log.findLast(({ type }) => type === 'InvitationSent') ?? {};
      const { invitationId } = data as { invitationId: string };
      return { invitationId, token: await links.invitationToken({ hash: address, invitationId }) };
    },
    async person() {
      const { id: userId } = (await side.register()).json();
      return { userId, headers: { cookie: await side.session(userId) } };
    },
    accept: (token: string, headers: Record<string, string>) =>
      side.call('POST', '/api/me/invitation', { token }, headers),
    finish: () => side.operate(`invitations/${address}/finish-accepting`, {}),
    endExpired: () => side.operate(`invitations/${address}/end-expired`, {}),
    count: (type: string) => side.types().filter((one: string) => one === type).length,
    isErased: async (about: { invitationId: string }) => !(await side.knows(invitationSubject(about))),
  };
}

describe('inviting', () => {
  it('seals the address with its own key, and does not reveal whether an account exists', async () => {
    const side = await start();
    expect((await side.invite()).statusCode).toBe(204);
    const [event] = (await side.events()).slice(-1);
    expect(event).toMatchObject({
      type: 'InvitationSent',
      stream: `invitation-${side.address}`,
      data: { email: sampleUser.email, role: 'editor', expiresAt: '2026-01-09T03:04:05.678Z' },
      metadata: { actor: { id: side.admin.userId, role: 'admin' } },
    });
    expect(JSON.stringify(side.log.slice(-1))).not.toContain(sampleUser.email);
    await side.person();
    expect((await side.invite()).statusCode).toBe(204);
  });

  it('happens once per Idempotency-Key', async () => {
    const side = await start();
    const key = { 'idempotency-key': 'once' };
    const answers = [await side.invite('editor', key), await side.invite('editor', key)];
    expect([statusesOf(answers), side.count('InvitationSent')]).toEqual([[204, 204], 1]);
  });

  it('again replaces the first invitation, voids its link and deletes its key', async () => {
    const side = await start();
    await side.invite();
    const first = await side.mailed();
    await side.invite('reviewer');
    const person = await side.person();
    expect(codeOf(await side.accept(first.token, person.headers))).toBe('invalid-link');
    expect([await side.isErased(first), await side.isErased(await side.mailed())]).toEqual([true, false]);
    expect((await side.accept((await side.mailed()).token, person.headers)).statusCode).toBe(200);
    expect((await side.login()).json().roles).toEqual(['reviewer']);
  });

  it('is rejected without admin rights, for oneself, and for an unknown role', async () => {
    const side = await start();
    const person = await side.person();
    const body = { email: 'somebody@example.org', role: 'editor' };
    expect(codeOf(await side.call('POST', path, body, person.headers))).toBe('not-allowed');
    expect(codeOf(await side.invite('owner'))).toBe('invalid-request');
    await side.happen(person.userId, 'AdminGranted');
    const own = { email: sampleUser.email, role: 'editor' };
    expect(codeOf(await side.call('POST', path, own, person.headers))).toBe('own-rights');
  });
});

describe('accepting an invitation', () => {
  it.each(['editor', 'admin'])('grants the role %s and confirms the address', async (role) => {
    const side = await start();
    await side.invite(role);
    const invitation = await side.mailed();
    const { userId, headers } = await side.person();
    const answers = [
      await side.accept(invitation.token, headers),
      await side.accept(invitation.token, headers),
      await side.finish(),
    ];
    expect(statusesOf(answers)).toEqual([200, 200, 204]);
    const own = (await side.events()).filter(({ stream }) => stream === userStream(userId));
    const granted = role === 'admin' ? 'AdminGranted' : 'RoleGranted';
    expect(own.map(({ type }) => type)).toEqual(['UserRegistered', 'UserEmailConfirmed', granted]);
    expect(own.map(({ metadata }) => metadata.actor.id)).toEqual([userId, userId, side.admin.userId]);
    expect((await side.login()).json().roles).toEqual([role]);
    expect(await side.isErased(invitation)).toBe(true);
  });

  it('is rejected for another account and for visitors, and leaves the invitation open', async () => {
    const side = await start();
    await side.invite();
    const { token } = await side.mailed();
    const refused = await side.accept(token, side.admin.headers);
    expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'invitation-of-another']);
    expect(codeOf(await side.accept(token, {}))).toBe('not-signed-in');
    const { headers } = await side.person();
    expect((await side.accept(token, headers)).statusCode).toBe(200);
  });

  it('is rejected after 7 days, after a revocation, and with an altered link', async () => {
    const side = await start();
    const { headers } = await side.person();
    await side.invite();
    const { token, invitationId } = await side.mailed();
    expect(codeOf(await side.accept(`${token}A`, headers))).toBe('invalid-link');
    side.pass(7 * day);
    expect(codeOf(await side.accept(token, headers))).toBe('invalid-link');
    expect(statusesOf([await side.revoke(), await side.revoke()])).toEqual([204, 204]);
    expect([await side.isErased({ invitationId }), side.count('InvitationRevoked')]).toEqual([true, 1]);
    expect(codeOf(await side.accept(token, headers))).toBe('invalid-link');
  });

  it('is rejected once the inviter is no longer an administrator', async () => {
    const side = await start();
    const { headers } = await side.person();
    await side.invite();
    await side.happen(side.admin.userId, 'AdminRevoked');
    const { token } = await side.mailed();
    expect(codeOf(await side.accept(token, headers))).toBe('invalid-link');
    const other = await userWith(side, 'AdminGranted');
    await side.invite('reviewer', other.headers);
    expect((await side.accept((await side.mailed()).token, headers)).statusCode).toBe(200);
    expect((await side.login()).json().roles).toEqual(['reviewer']);
  });

  it('ends with the same result if the process dies after any write', async () => {
    for (const writes of [0, 1, 2]) {
      const side = await start();
      await side.invite();
      const { token } = await side.mailed();
      const { headers } = await side.person();
      side.dieAfter(writes);
      expect((await side.accept(token, headers)).statusCode).toBe(503);
      side.revive();
      if (writes === 0) await side.accept(token, headers);
      expect(statusesOf([await side.finish(), await side.finish()])).toEqual([204, 204]);
      expect((await side.login()).json().roles, `${writes}`).toEqual(['editor']);
      expect([side.count('InvitationAccepted'), side.count('RoleGranted')]).toEqual([1, 1]);
    }
  });

  it('does not grant a role again that was revoked since', async () => {
    const side = await start();
    await side.invite();
    const { token } = await side.mailed();
    const { userId, headers } = await side.person();
    await side.accept(token, headers);
    await side.call('DELETE', `/api/newsroom/people/${userId}`, { role: 'editor' }, side.admin.headers);
    await side.finish();
    const cookie = await side.session(userId, 1);
    expect((await side.accept(token, { cookie })).statusCode).toBe(200);
    expect((await side.login()).json().roles).toEqual([]);
  });
});

describe('an invitation that nobody accepted', () => {
  it('is erased 30 days after it expires, not before', async () => {
    const side = await start();
    await side.invite();
    const { invitationId } = await side.mailed();
    side.pass(37 * day);
    await side.endExpired();
    expect(await side.isErased({ invitationId })).toBe(false);
    side.pass(1);
    expect(statusesOf([await side.endExpired(), await side.endExpired()])).toEqual([204, 204]);
    expect([await side.isErased({ invitationId }), side.count('InvitationExpired')]).toEqual([true, 1]);
  });

  it('is erased with the account of its address', async () => {
    const side = await start();
    const { userId, headers } = await side.person();
    await side.append(userStream(userId), { type: 'UserEmailConfirmed', data: { userId } });
    await side.invite();
    const { invitationId } = await side.mailed();
    expect((await side.erase(headers.cookie)).statusCode).toBe(204);
    expect([await side.isErased({ invitationId }), side.count('InvitationRevoked')]).toEqual([true, 1]);
  });
});
