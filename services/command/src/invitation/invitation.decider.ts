import { type InvitationEvent, invitationStream, type NewInvitationEvent, type Role } from '@journal/events';
import type { CommandOf, Dated, Decider, Decision } from '../decider.ts';

type OpenInvitation = {
  readonly invitationId: string;
  readonly role: Role;
  /** ISO 8601, UTC. */
  readonly expiresAt: string;
  /** The user id of the administrator who sent it. */
  readonly sentBy: string;
};

/** `revision`: of the user's stream when the invitation was accepted. */
export type AcceptedInvitation = Pick<OpenInvitation, 'invitationId' | 'role' | 'sentBy'> & {
  readonly userId: string;
  readonly revision: number;
};

/**
 * State after folding the invitations of an address, readable without any key. `revision` is that of the last event, -1
 * if there is none. `endedInvitationIds`: ids of all but the current invitation; `accepted`: those that were accepted.
 */
export type InvitationState = {
  readonly revision: number;
  readonly current: OpenInvitation | null;
  readonly endedInvitationIds: readonly string[];
  readonly accepted: readonly AcceptedInvitation[];
};

/** `at`, `expiresAt` and `expiredBefore`: ISO 8601, UTC. */
type Commands = {
  /** Replaces an earlier invitation. */
  SendInvitation: { invitationId: string; email: string; role: Role; expiresAt: string };
  RevokeInvitation: Record<never, never>;
  /** By a user whose account has the address. `isSentByAdministrator`: whether the sender still is one. */
  AcceptInvitation: {
    invitationId: string;
    userId: string;
    userRevision: number;
    at: string;
    isSentByAdministrator: boolean;
  };
  /** Does nothing unless the invitation expired before `expiredBefore`. */
  EndExpired: { expiredBefore: string };
};
/** `emailHash` names the stream; an account's claim on the address has the same hash. */
export type InvitationCommand = CommandOf<Commands> & { readonly emailHash: string };

type InvitationRejection = 'link-void';

export const invitationDecider: Decider<
  InvitationState,
  InvitationCommand,
  NewInvitationEvent,
  InvitationRejection
> = {
  initialState: { revision: -1, current: null, endedInvitationIds: [], accepted: [] },
  streamOf: ({ emailHash }) => invitationStream(emailHash),
  evolve,
  decide,
};

function evolve(state: InvitationState, event: Dated<InvitationEvent>): InvitationState {
  const { current, endedInvitationIds, accepted } = state;
  const next = { ...state, revision: state.revision + 1 };
  const { invitationId } = event.data;
  if (event.type === 'InvitationSent') {
    if (current) throw new Error('An address can have only one open invitation');
    const { role, expiresAt } = event.data;
    return { ...next, current: { invitationId, role, expiresAt, sentBy: event.metadata.actor.id } };
  }
  if (current?.invitationId !== invitationId)
    throw new Error(`${event.type} does not belong to the current invitation`);
  const ended = { ...next, current: null, endedInvitationIds: [...endedInvitationIds, invitationId] };
  switch (event.type) {
    case 'InvitationRevoked':
    case 'InvitationExpired':
      return ended;
    case 'InvitationAccepted': {
      const { userId, revision } = event.data;
      const { role, sentBy } = current;
      return { ...ended, accepted: [...accepted, { invitationId, role, sentBy, userId, revision }] };
    }
    default:
      return event satisfies never;
  }
}

function decide(
  command: InvitationCommand,
  { current, accepted }: InvitationState,
): Decision<NewInvitationEvent, InvitationRejection> {
  const revocation = current
    ? [{ type: 'InvitationRevoked' as const, data: { invitationId: current.invitationId } }]
    : [];
  switch (command.type) {
    case 'SendInvitation': {
      const { type: _type, ...data } = command;
      return { events: [...revocation, { type: 'InvitationSent', data }] };
    }
    case 'RevokeInvitation':
      return { events: revocation };
    case 'AcceptInvitation': {
      const { invitationId, userId, userRevision: revision, at, isSentByAdministrator } = command;
      const before = accepted.find((one) => one.invitationId === invitationId);
      if (before?.userId === userId) return { events: [] };
      if (current?.invitationId !== invitationId || current.expiresAt <= at || !isSentByAdministrator)
        return { rejection: 'link-void' };
      return { events: [{ type: 'InvitationAccepted', data: { invitationId, userId, revision } }] };
    }
    case 'EndExpired':
      if (!current || current.expiresAt >= command.expiredBefore) return { events: [] };
      return { events: [{ type: 'InvitationExpired', data: { invitationId: current.invitationId } }] };
    default:
      return command satisfies never;
  }
}
