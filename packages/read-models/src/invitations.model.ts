import type { Role } from '@journal/events/fields';
import { type Columns, definitionsOf, type RowOf } from './columns.ts';
import type { ReadModel } from './read-model.ts';

const ownColumns = {
  invitationId: 'text',
  /** Names the stream. Equals the `emailHash` of an account with this address. */
  addressHash: 'text',
  /** Null if the key is gone; the event that ends the invitation then follows. */
  email: 'text',
  role: 'text',
  sentAt: 'timestamptz',
  expiresAt: 'timestamptz',
} as const;

/** An open or expired invitation. It is deleted when it is accepted, revoked or erased. */
export type InvitationRow = Omit<RowOf<typeof ownColumns, 'email'>, 'role'> & { readonly role: Role };

export const invitationColumns: Columns<InvitationRow> = ownColumns;

/** Invitations to the newsroom. */
export const invitationsModel = {
  name: 'invitations',
  version: 1,
  migrations: {
    '0001-invitation': `
      create table invitation (
        ${definitionsOf(ownColumns, 'email')},
        primary key (invitation_id)
      );
      -- The planner's samples of a column outlive the rows that they are from.
      alter table invitation alter column email set statistics 0;
    `,
  },
} as const satisfies ReadModel;
