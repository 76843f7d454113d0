import { type InvitationEvent, invitationEvents, invitedHashOf, type OpenedEvent } from '@journal/events';
import { type InvitationRow, invitationColumns, invitationsModel } from '@journal/read-models';
import type { Projection } from '../../engine/projection.ts';
import { deleteRows, replaceRows, type Table } from '../../engine/rows.ts';

const invitations: Table<InvitationRow> = { name: 'invitation', columns: invitationColumns };

/** Open invitations to the newsroom. Accepted, revoked and expired ones are deleted. */
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

/** Returns the invitation that the event opens; undefined if the event ends one in any way. */
function rowOf(event: OpenedEvent<InvitationEvent>): InvitationRow | undefined {
  if (event.type !== 'InvitationSent') return undefined;
  const { invitationId, email, role, expiresAt } = event.data;
  const { at: sentAt } = event.metadata;
  return { invitationId, addressHash: invitedHashOf(event.stream), email, role, sentAt, expiresAt };
}
