import Type from 'typebox';
import { defineEvents, type NewEventOf, type ReadEventOf } from '../event/event.ts';
import { roles } from '../fields/roles.ts';

const invitationId = Type.String();

/** The key of the address of one invitation, which is deleted when the invitation is over. */
export const invitationSubject = (data: { readonly invitationId: string }) =>
  `invitation:${data.invitationId}`;

export const invitationEvents = defineEvents({
  /** An administrator invited an address to the newsroom. */
  InvitationSent: {
    data: {
      invitationId,
      /** The hash that an account's claim on the address has. */
      emailHash: Type.String(),
      email: Type.String(),
      role: Type.Enum([...roles]),
      /** ISO 8601, UTC. */
      expiresAt: Type.String({ format: 'date-time' }),
    },
    sealed: [{ subject: invitationSubject, fields: ['email'] }],
  },
  /** By an administrator, or because the address was invited again. */
  InvitationRevoked: { data: { invitationId } },
  /** `revision`: of the user's stream as it was; what became of the role since then is not changed by it. */
  InvitationAccepted: {
    data: { invitationId, userId: Type.String(), revision: Type.Integer() },
  },
  /** Nobody accepted it, and its address was kept for long enough. */
  InvitationExpired: { data: { invitationId } },
});

/** The events of an address's invitations as they are decided. */
export type NewInvitationEvent = NewEventOf<typeof invitationEvents>;

/** The events of an address's invitations as they are read; the address may be null. */
export type InvitationEvent = ReadEventOf<typeof invitationEvents>;

/** Returns the stream of an address's invitations; `hash` is the one that an account's claim on the address has. */
export const invitationStream = (hash: string) => `invitation-${hash}`;

/** Returns the hash that names a stream of invitations. */
export const invitedHashOf = (stream: string) => stream.slice(invitationStream('').length);
