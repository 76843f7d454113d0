import { type InvitationEvent, invitationEvents, invitedHashOf, type OpenedEvent } from '@journal/events';
import { type InvitationRow, invitationColumns, invitationsModel } from '@journal/read-models';
import type { Projection } from '../../engine/projection.ts';
import { deleteRows, replaceRows, type Table } from '../../engine/rows.ts';

const invitations: Table<InvitationRow> = { name: 'invitation', columns: invitationColumns };

/** Who is invited to the newsroom and has not accepted; of whoever has, and of what was revoked, nothing. */
export const invitationsProjection: Projection<OpenedEvent<InvitationEvent>> = {
  model: invitationsModel,
  events: invitationEvents,
  prepare: (events) => ({
    async apply(transaction) {
      const after = new Map(events.map((event) => [event.data.invitationId, rowOf(event)]));
      const open = [...after.values()].filter((row) => row !== undefined);
      const over = [...after.keys()].filter((id) => after.get(id) === undefined);
      replaceRows(transaction, invitations, 'invitationId', open);
      deleteRows(transaction, invitations, 'invitationId', over);
      return [];
    },
  }),
};

/** Returns an open invitation; undefined where an event ends one, whichever it is. */
function rowOf(event: OpenedEvent<InvitationEvent>): InvitationRow | undefined {
  if (event.type !== 'InvitationSent') return undefined;
  const { invitationId, email, role, expiresAt } = event.data;
  const { at: sentAt } = event.metadata;
  return { invitationId, addressHash: invitedHashOf(event.stream), email, role, sentAt, expiresAt };
}
