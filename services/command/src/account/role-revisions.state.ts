import type { Role, UserEvent } from '@journal/events';

/** Revision of the event that last granted or revoked each role; no entry for roles that the user never had. */
export type RoleRevisions = Readonly<Partial<Record<Role, number>>>;

type RoleEvent = Extract<UserEvent, { type: `Admin${string}` | `Role${string}` }>;

/** Returns the role revisions after an event at this revision. */
export const roleRevisionsAfter = (
  before: RoleRevisions,
  { data }: RoleEvent,
  revision: number,
): RoleRevisions => ({ ...before, ['role' in data ? data.role : 'admin']: revision });

/** Whether a role was granted or revoked after a revision; false if none is given. */
export const hasChangedSince = (revisions: RoleRevisions, role: Role, since: number | undefined): boolean =>
  since !== undefined && (revisions[role] ?? -1) > since;
