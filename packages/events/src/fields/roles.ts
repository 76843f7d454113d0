// Plain data without a schema library, because browsers load it too.

/** Roles that administrators can grant, in addition to writer, which every registered user is. */
export const givenRoles = ['editor', 'reviewer', 'safeguarding'] as const;
export type GivenRole = (typeof givenRoles)[number];

export const roles = ['admin', ...givenRoles] as const;
export type Role = (typeof roles)[number];

/** Roles that have each capability; no other role has it. Does not list what every signed-in user may do. */
export const capabilities = {
  /** Reserved for administrators: people and their roles, the texts of pages, the audit. */
  admin: ['admin'],
  /** Write, edit, delete and restore articles, and see deleted ones. */
  'edit-articles': ['admin', 'editor'],
  /** Open, compose, publish and withdraw issues. */
  'edit-issues': ['admin', 'editor'],
  /** Read pitches: those assigned to the user, or all of them with `read-all-pitches`. */
  'read-pitches': ['admin', 'editor', 'reviewer', 'safeguarding'],
  'read-all-pitches': ['admin', 'editor', 'safeguarding'],
  /** Look after pitches and request changes from their writers; without `decide-pitches`, only for assigned pitches. */
  'review-pitches': ['admin', 'editor', 'reviewer'],
  /** Edit, assign, accept, decline, publish, delete and restore pitches. */
  'decide-pitches': ['admin', 'editor'],
  /** Read the concerns that writers and others report, which may be about an editor. */
  'read-concerns': ['admin', 'safeguarding'],
  /** See writers' addresses along with their pitches. */
  'read-addresses': ['admin'],
  /** Look up a writer's address, one at a time. The audit records each lookup. */
  'look-up-addresses': ['admin', 'safeguarding'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type Capability = keyof typeof capabilities;

/** Whether a user with these roles has a capability. */
export const may = (held: readonly Role[], capability: Capability): boolean =>
  rolesWith(capability).some((role) => held.includes(role));

/** Returns the roles that have a capability. */
export const rolesWith = (capability: Capability): readonly Role[] => capabilities[capability];

/** Returns a user's roles after an event of their stream, in the order of `roles`. */
export function rolesAfter(
  held: readonly Role[],
  { type, data }: { readonly type: string; readonly data: object },
): readonly Role[] {
  switch (type) {
    case 'AdminGranted':
      return withRole(held, 'admin');
    case 'AdminRevoked':
      return held.filter((role) => role !== 'admin');
    case 'RoleGranted':
      return withRole(held, roleIn(data));
    case 'RoleRevoked':
      return held.filter((role) => role !== roleIn(data));
    default:
      return held;
  }
}

const withRole = (held: readonly Role[], role: Role | undefined): readonly Role[] =>
  roles.filter((each) => each === role || held.includes(each));

// A role that is unknown to this version grants nothing.
const roleIn = (data: object): Role | undefined =>
  givenRoles.find((role) => 'role' in data && data.role === role);
