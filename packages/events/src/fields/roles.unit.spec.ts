import { describe, expect, it } from 'vitest';
import { type Capability, capabilities, may, type Role, roles, rolesAfter, rolesWith } from './roles.ts';

/** All capabilities of each role. */
const table: Record<Role, readonly Capability[]> = {
  admin: [
    'admin',
    'edit-articles',
    'edit-issues',
    'read-pitches',
    'read-all-pitches',
    'review-pitches',
    'decide-pitches',
    'read-concerns',
    'read-addresses',
    'look-up-addresses',
  ],
  editor: [
    'edit-articles',
    'edit-issues',
    'read-pitches',
    'read-all-pitches',
    'review-pitches',
    'decide-pitches',
  ],
  reviewer: ['read-pitches', 'review-pitches'],
  safeguarding: ['read-pitches', 'read-all-pitches', 'read-concerns', 'look-up-addresses'],
};
const all = Object.keys(capabilities) as Capability[];

describe('capabilities', () => {
  it.each(roles)('of the role %s are those in the table', (role) => {
    expect(all.filter((capability) => may([role], capability))).toEqual(table[role]);
  });

  it('are the union of those of all roles held, and none without a role', () => {
    expect(all.filter((capability) => may([], capability))).toEqual([]);
    expect(all.filter((capability) => may(['reviewer', 'safeguarding'], capability))).toEqual([
      'read-pitches',
      'read-all-pitches',
      'review-pitches',
      'read-concerns',
      'look-up-addresses',
    ]);
    for (const capability of all) expect(rolesWith(capability)).toContain('admin');
  });
});

describe('the roles', () => {
  const given = (role: string) => ({ type: 'RoleGranted', data: { userId: 'one', role } });
  const taken = (role: string) => ({ type: 'RoleRevoked', data: { userId: 'one', role } });
  const granted = { type: 'AdminGranted', data: { userId: 'one' } };
  const revoked = { type: 'AdminRevoked', data: { userId: 'one' } };

  it.each([
    [[], []],
    [[granted], ['admin']],
    [
      [given('reviewer'), granted, given('editor')],
      ['admin', 'editor', 'reviewer'],
    ],
    [[given('editor'), given('editor')], ['editor']],
    [[granted, given('editor'), revoked], ['editor']],
    [[granted, given('editor'), taken('editor')], ['admin']],
    [[taken('editor')], []],
    // `RoleGranted` grants neither administrator rights nor the roles of a later version.
    [[given('admin'), given('owner'), { type: 'RoleGranted', data: {} }], []],
    [[granted, taken('admin'), { type: 'OfALaterVersion', data: { role: 'editor' } }], ['admin']],
  ])('after %j are %j', (events, expected) => {
    expect(events.reduce<readonly Role[]>(rolesAfter, [])).toEqual(expected);
  });
});
