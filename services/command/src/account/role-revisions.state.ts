import type { Role, UserEvent } from '@journal/events';

/** Of the event that last gave or took each role; without one for those that somebody never had. */
export type RoleRevisions = Readonly<Partial<Record<Role, number>>>;

type RoleEvent = Extract<UserEvent, { type: `Admin${string}` | `Role${string}` }>;

/** Returns them after an event at this revision. */
export const roleRevisionsAfter = (
  before: RoleRevisions,
  { data }: RoleEvent,
  revision: number,
): RoleRevisions => ({ ...before, ['role' in data ? data.role : 'admin']: revision });

/** Whether a role was given or taken after a revision, if one is named. */
export const hasChangedSince = (revisions: RoleRevisions, role: Role, since: number | undefined): boolean =>
  since !== undefined && (revisions[role] ?? -1) > since;
