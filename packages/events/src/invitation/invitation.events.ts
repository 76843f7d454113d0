import Type from 'typebox';
import { defineEvents, type NewEventOf, type ReadEventOf } from '../event/event.ts';
import { roles } from '../fields/roles.ts';

const invitationId = Type.String();

/** Returns the subject whose key seals the address of one invitation. The key is deleted when the invitation ends. */
export const invitationSubject = (data: { readonly invitationId: string }) =>
  `invitation:${data.invitationId}`;

export const invitationEvents = defineEvents({
  /** An administrator invited an address to the newsroom. */
  InvitationSent: {
    data: {
      invitationId,
      /** Same hash as in an account's claim on the address. */
      emailHash: Type.String(),
      email: Type.String(),
      role: Type.Enum([...roles]),
      /** ISO 8601, UTC. */
      expiresAt: Type.String({ format: 'date-time' }),
    },
    sealed: [{ subject: invitationSubject, fields: ['email'] }],
  },
  /** Revoked by an administrator, or because the address was invited again. */
  InvitationRevoked: { data: { invitationId } },
  /**
   * `revision`: revision of the user's stream at acceptance. Later changes of the role take precedence over the
   * invitation.
   */
  InvitationAccepted: {
    data: { invitationId, userId: Type.String(), revision: Type.Integer() },
  },
  /** Nobody accepted the invitation, and the retention period of its address has ended. */
  InvitationExpired: { data: { invitationId } },
});

/** Events of an address's invitations, as returned by the decider. */
export type NewInvitationEvent = NewEventOf<typeof invitationEvents>;

/** Events of an address's invitations, as read from the log; the address may be null. */
export type InvitationEvent = ReadEventOf<typeof invitationEvents>;

/** Returns the stream of an address's invitations. `hash`: the hash in an account's claim on the address. */
export const invitationStream = (hash: string) => `invitation-${hash}`;

/** Returns the hash in the name of an invitation stream. */
export const invitedHashOf = (stream: string) => stream.slice(invitationStream('').length);
