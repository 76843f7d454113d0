import type { NewUserEvent } from '@journal/events';
import { describe, expect, it } from 'vitest';
import {
  type PasskeysCommand,
  type PasskeysState,
  passkeysDecider,
  passkeyUseDecider,
} from './passkeys.decider.ts';

const userId = 'ada';
const metadata = { at: '2026-01-02T03:04:05.678Z', actor: { id: userId, role: 'writer' } } as const;
const passkey = (passkeyId: string) => ({
  ...{ userId, passkeyId, credentialId: `of ${passkeyId}`, publicKey: 'key', counter: 0 },
  ...{ transports: ['internal'], isSynced: true, name: 'My phone' },
});
const registered: NewUserEvent = {
  type: 'UserRegistered',
  data: {
    ...{ userId, email: 'ada@example.org', username: 'ada', fullName: 'Ada' },
    ...{ emailHash: 'hash', usernameHash: 'hash', passwordHash: 'hash' },
  },
};
const added: NewUserEvent = { type: 'PasskeyAdded', data: passkey('one') };
const issued: NewUserEvent = { type: 'RecoveryCodesIssued', data: { userId, hashes: ['a', 'b'] } };

const after = (...events: readonly NewUserEvent[]): PasskeysState =>
  events.reduce((state, event) => passkeysDecider.evolve(state, { ...event, metadata }), {
    ...passkeysDecider.initialState,
  });

const states = {
  'before the registration': after(),
  'without a passkey': after(registered),
  'with a passkey': after(registered, added, issued),
  'with a code used': after(registered, added, issued, {
    type: 'RecoveryCodeUsed',
    data: { userId, index: 0 },
  }),
  'with other codes since': after(registered, added, issued, {
    type: 'RecoveryCodesIssued',
    data: { userId, hashes: ['c'] },
  }),
  'with the passkey removed': after(registered, added, issued, {
    type: 'PasskeyRemoved',
    data: { userId, passkeyId: 'one' },
  }),
  'with all of them reset': after(registered, added, issued, { type: 'PasskeysReset', data: { userId } }),
  forgotten: after(registered, added, issued, { type: 'UserForgotten', data: { userId, pieces: 'keep' } }),
};

const commands = {
  'adding one': { type: 'AddPasskey', ...passkey('two'), hashes: ['d'], isProven: true },
  'adding one by the password alone': {
    ...{ type: 'AddPasskey', ...passkey('two'), hashes: ['d'], isProven: false },
  },
  'adding it again': { type: 'AddPasskey', ...passkey('one'), hashes: ['d'], isProven: true },
  'removing it': { type: 'RemovePasskey', userId, passkeyId: 'one' },
  'resetting them': { type: 'ResetPasskeys', userId },
  'taking them back within a week': {
    ...{ type: 'ResetPasskeys', userId, own: { at: '2026-01-09T03:04:05.677Z', isProven: false } },
  },
  'taking them back later': {
    ...{ type: 'ResetPasskeys', userId, own: { at: '2026-01-09T03:04:05.678Z', isProven: false } },
  },
  'taking them back later by a passkey': {
    ...{ type: 'ResetPasskeys', userId, own: { at: '2026-01-09T03:04:05.678Z', isProven: true } },
  },
  'making codes': { type: 'IssueRecoveryCodes', userId, hashes: ['d'] },
  'using a code': { type: 'UseRecoveryCode', userId, hash: 'a' },
} satisfies Record<string, PasskeysCommand>;

const first = 'PasskeyAdded, RecoveryCodesIssued';
const removed = 'PasskeyRemoved, OtherSessionsEnded';
const reset = 'PasskeysReset, OtherSessionsEnded';
const used = 'RecoveryCodeUsed, OtherSessionsEnded';
const wrong = 'wrong-recovery-code';
/** Outcome of each command in each state, in the order of the commands. */
const none = [first, first, first, 'passkey-not-found', '', ...Array(4).fill('no-passkey'), wrong];
const some = [
  ...['PasskeyAdded', 'passkey-required', 'passkey-not-added', removed],
  ...[reset, reset, 'passkey-required', reset, 'RecoveryCodesIssued'],
];
const outcomes: Record<keyof typeof states, readonly string[]> = {
  'before the registration': Array(10).fill('user-not-found'),
  'without a passkey': none,
  'with a passkey': [...some, used],
  'with a code used': [...some, wrong],
  'with other codes since': [...some, wrong],
  'with the passkey removed': none,
  'with all of them reset': none,
  forgotten: Array(10).fill('user-not-found'),
};

describe.each(Object.keys(states) as (keyof typeof states)[])('a user %s', (name) => {
  it.each(Object.entries(commands).map(([what, command], index) => [what, command, outcomes[name][index]]))(
    '%s has the expected outcome',
    (_what, command, expected) => {
      const decision = passkeysDecider.decide(command as PasskeysCommand, states[name]);
      const said =
        'rejection' in decision ? decision.rejection : decision.events.map(({ type }) => type).join(', ');
      expect(said).toBe(expected);
    },
  );
});

it('without the user’s key, passkeys and recovery codes are unreadable, and no code is accepted', () => {
  const gone = { ...passkey('one'), credentialId: null, publicKey: null, name: null };
  const state = [
    registered,
    { type: 'PasskeyAdded', data: gone },
    { type: 'RecoveryCodesIssued', data: { userId, hashes: null } },
  ].reduce(
    (earlier, event) => passkeysDecider.evolve(earlier, { ...event, metadata } as never),
    passkeysDecider.initialState,
  );
  expect(state).toMatchObject({ passkeys: [{ publicKey: null }], recoveryCodes: [] });
  expect(passkeysDecider.decide(commands['using a code'], state)).toEqual({ rejection: wrong });
});

it.each([
  [0, 0, 0, true],
  [0, 0, 1, true],
  [0, 5, 5, false],
  [0, 5, 4, false],
  [0, 5, 0, false],
  [0, 5, 6, true],
  [3, 0, 3, false],
  [3, 0, 4, true],
])(
  'with a counter of %i when added and %i when last seen, a counter of %i is accepted: %s',
  (atFirst, counter, next, isTaken) => {
    const command = { userId, passkeyId: 'one', counter: next, added: atFirst };
    const decision = passkeyUseDecider.decide(command, { revision: 0, counter });
    expect('events' in decision).toBe(isTaken);
  },
);
