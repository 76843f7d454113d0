import { expect } from 'vitest';
import { projectionTest as it } from '../../testing/projection-test.ts';
import { invitationsProjection } from './invitations.projection.ts';

it('an invitation is listed until it is revoked, expired or accepted', async ({ log, model }) => {
  model.start(invitationsProjection);
  const invited = log.invited('invited@example.org');
  await model.applied(await invited.send('one'));
  const row = { address_hash: invited.hash, email: 'invited@example.org', role: 'editor' };
  const listed = (invitation_id: string) => ({
    invitation: [expect.objectContaining({ ...row, invitation_id, expires_at: invited.expiresAt })],
  });
  expect(await model.contents()).toEqual(listed('one'));
  await invited.end('InvitationRevoked', 'one');
  await model.applied(await invited.send('two'));
  expect(await model.contents()).toEqual(listed('two'));
  await model.applied(await invited.end('InvitationExpired', 'two'));
  expect(await model.contents()).toEqual({ invitation: [] });
  await invited.send('three');
  await model.applied(await invited.accept('three'));
  expect(await model.contents()).toEqual({ invitation: [] });
});
