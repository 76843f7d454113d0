// Plain data, without a schema library: browsers read it too.

/** What administrators may give somebody, beside being a writer, which everybody is who registered. */
export const givenRoles = ['editor', 'reviewer', 'safeguarding'] as const;
export type GivenRole = (typeof givenRoles)[number];

export const roles = ['admin', ...givenRoles] as const;
export type Role = (typeof roles)[number];

/** Who may do what. Nobody else may; what everybody who is signed in may do isn't in it. */
export const capabilities = {
  /** What is left to administrators: people and their roles, the texts of pages, the audit. */
  admin: ['admin'],
  /** Write, edit, delete and restore articles, and see deleted ones. */
  'edit-articles': ['admin', 'editor'],
  /** Open, compose, publish and withdraw issues. */
  'edit-issues': ['admin', 'editor'],
  /** Read pitches: those that one looks after, or all of them with `read-all-pitches`. */
  'read-pitches': ['admin', 'editor', 'reviewer', 'safeguarding'],
  'read-all-pitches': ['admin', 'editor', 'safeguarding'],
  /** Look after pitches, and ask their writers for changes; without `decide-pitches` only of those that one looks after. */
  'review-pitches': ['admin', 'editor', 'reviewer'],
  /** Edit, assign, accept, decline, publish, delete and restore pitches. */
  'decide-pitches': ['admin', 'editor'],
  /** Read the concerns that writers and others report, which may be about an editor. */
  'read-concerns': ['admin', 'safeguarding'],
  /** See the addresses of writers with their pitches. */
  'read-addresses': ['admin'],
  /** Look up a writer's address, one at a time: each time is told in the audit. */
  'look-up-addresses': ['admin', 'safeguarding'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type Capability = keyof typeof capabilities;

/** Whether whoever has these roles may do something. */
export const may = (held: readonly Role[], capability: Capability): boolean =>
  rolesWith(capability).some((role) => held.includes(role));

/** Returns the roles that may do something. */
export const rolesWith = (capability: Capability): readonly Role[] => capabilities[capability];

/** Returns the roles that somebody has after an event of their stream, in the order of `roles`. */
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

// A role that this version does not know gives nothing.
const roleIn = (data: object): Role | undefined =>
  givenRoles.find((role) => 'role' in data && data.role === role);
