import { expiryCutoff, invitationStream, invitationSubject } from '@journal/events';
import { accountDecider } from '../account/account.decider.ts';
import { accountOf, isAdministrator, loadAccount } from '../account/account.ts';
import type { Parts } from '../parts.ts';
import { CommandRejected, ignoreRejection } from '../writing/command-rejected.ts';
import { decideAndAppend, fold, type WriteResult } from '../writing/decide-and-append.ts';
import { type RequestContext, stepContextOf } from '../writing/request-context.ts';
import {
  type AcceptedInvitation,
  type InvitationCommand,
  type InvitationState,
  invitationDecider,
} from './invitation.decider.ts';

type InvitationParts = Pick<Parts, 'log' | 'vault'>;

/** Decides on an address's invitations, and erases it from ended ones. Repeated, the result is the same. */
export async function changeInvitation(
  { log, vault }: InvitationParts,
  command: InvitationCommand,
  context: RequestContext,
): Promise<WriteResult<InvitationState>> {
  const written = await decideAndAppend(log, invitationDecider, command, context);
  // Earlier ones too: the process that should have erased them may have died.
  for (const invitationId of written.state.endedInvitationIds)
    await vault.forget(invitationSubject({ invitationId }));
  return written;
}

/** Ends an invitation whose retention period after expiry has passed, and no other. */
export function endExpired(
  parts: InvitationParts & Pick<Parts, 'now'>,
  emailHash: string,
  context: RequestContext,
): Promise<WriteResult<InvitationState>> {
  const expiredBefore = expiryCutoff('expiredInvitation', parts.now()).toISOString();
  return changeInvitation(parts, { type: 'EndExpired', emailHash, expiredBefore }, context);
}

/**
 * Accepts an invitation for a user; having its link confirms the user's address. Once it is accepted the role is
 * granted, by `finishAccepting` if this process dies. Rejects if the invitation has ended, its sender is no longer an
 * administrator, or it is for another address.
 */
export async function acceptInvitation(
  parts: InvitationParts & Pick<Parts, 'now'>,
  what: { readonly emailHash: string; readonly invitationId: string; readonly userId: string },
  context: RequestContext,
): Promise<{ readonly position: string }> {
  const { emailHash, invitationId, userId } = what;
  const { state } = await loadAccount(parts.log, userId);
  const account = accountOf(state);
  if (!account) throw new CommandRejected('user-not-found');
  if (account.emailHash !== emailHash) throw new CommandRejected('invitation-of-another');
  const command = {
    type: 'AcceptInvitation',
    ...what,
    userRevision: state.revision,
    at: parts.now().toISOString(),
    isSentByAdministrator: await isSentByAdministrator(parts, emailHash),
  } as const;
  const written = await changeInvitation(parts, command, context);
  const accepted = written.state.accepted.find((one) => one.invitationId === invitationId);
  return accepted ? giveRole(parts, emailHash, accepted, context) : written;
}

/** Whether the sender of the address's open invitation is still an administrator. */
async function isSentByAdministrator({ log }: Pick<Parts, 'log'>, emailHash: string): Promise<boolean> {
  const { state } = fold(invitationDecider, await log.read(invitationStream(emailHash)));
  return state.current !== null && isAdministrator((await loadAccount(log, state.current.sentBy)).state);
}

/** Grants the roles of accepted invitations that have not been granted yet. Repeating it gives the same result. */
export async function finishAccepting(
  parts: Pick<Parts, 'log'>,
  emailHash: string,
  context: RequestContext,
): Promise<void> {
  const { state } = fold(invitationDecider, await parts.log.read(invitationStream(emailHash)));
  for (const accepted of state.accepted)
    await giveRole(parts, emailHash, accepted, context).catch(ignoreRejection('user-not-found'));
}

async function giveRole(
  { log }: Pick<Parts, 'log'>,
  emailHash: string,
  { invitationId, userId, role, sentBy, revision: since }: AcceptedInvitation,
  context: RequestContext,
): Promise<{ readonly position: string }> {
  // The role is granted by the user who sent the invitation, not by the one who accepts it.
  const inviting = { ...context, actor: { id: sentBy, role: 'admin' } } as const;
  const confirm = { type: 'ConfirmEmail', userId, emailHash } as const;
  await decideAndAppend(log, accountDecider, confirm, stepContextOf(context, `confirm ${invitationId}`));
  const grant =
    role === 'admin'
      ? ({ type: 'GrantAdmin', userId, onlyConfirmed: true, since } as const)
      : ({ type: 'GrantRole', userId, role, since } as const);
  return decideAndAppend(log, accountDecider, grant, stepContextOf(inviting, `grant ${invitationId}`));
}
