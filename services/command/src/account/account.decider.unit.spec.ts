import type { UserEvent } from '@journal/events';
import { describe, expect, it } from 'vitest';
import { fold } from '../writing/decide-and-append.ts';
import { type AccountCommand, accountDecider } from './account.decider.ts';

const userId = 'user-1';
const at = '2026-01-02T04:00:00.000Z';
const expiresAt = '2026-01-02T05:00:00.000Z';
const registration = {
  userId,
  emailHash: 'email-hash',
  usernameHash: 'username-hash',
  email: 'writer@example.org',
  username: 'writer',
  fullName: 'Sample Writer',
  passwordHash: 'first',
};
const erasedFields = { email: null, username: null, fullName: null, passwordHash: null };
const registered: UserEvent = { type: 'UserRegistered', data: registration };
const abandoned: UserEvent = { type: 'RegistrationAbandoned', data: { userId } };
const changed = (passwordHash = 'second'): UserEvent => ({
  type: 'PasswordChanged',
  data: { userId, passwordHash },
});
const requested = (resetId = 'reset-1'): UserEvent => ({
  type: 'PasswordResetRequested',
  data: { userId, resetId },
});
const issued = (
  temporaryPasswordHash = 'temporary',
  resetId = 'reset-1',
  expiresAt = '2026-01-02T05:00:00.000Z',
) =>
  ({ type: 'TemporaryPasswordIssued', data: { userId, resetId, temporaryPasswordHash, expiresAt } }) as const;
const used = (resetId = 'reset-1'): UserEvent => ({
  type: 'TemporaryPasswordUsed',
  data: { userId, resetId },
});
const othersEnded: UserEvent = { type: 'OtherSessionsEnded', data: { userId } };
const granted: UserEvent = { type: 'AdminGranted', data: { userId } };
const revoked: UserEvent = { type: 'AdminRevoked', data: { userId } };
const confirmed: UserEvent = { type: 'UserEmailConfirmed', data: { userId } };
const linkAskedFor: UserEvent = { type: 'EmailConfirmationRequested', data: { userId } };
const othersShown: UserEvent = { type: 'OtherPiecesShown', data: { userId } };
const othersHidden: UserEvent = { type: 'OtherPiecesHidden', data: { userId } };
const fewerMails: UserEvent = { type: 'FewerMailsChosen', data: { userId } };
const allMails: UserEvent = { type: 'AllMailsChosen', data: { userId } };
const forgotten = (pieces: 'keep' | 'remove' = 'keep'): UserEvent => ({
  type: 'UserForgotten',
  data: { userId, pieces },
});

const histories = {
  missing: [],
  abandoned: [abandoned],
  registered: [registered],
  confirmed: [registered, confirmed],
  'showing their other pieces': [registered, othersShown],
  'showing them no more': [registered, othersShown, othersHidden],
  'getting fewer mails': [registered, fewerMails],
  'getting all mails again': [registered, fewerMails, allMails],
  'an admin': [registered, granted],
  'an admin no more': [registered, granted, revoked],
  'waiting for a temporary password': [registered, requested()],
  'waiting for another': [registered, requested(), issued('earlier'), requested('reset-2')],
  'holding a temporary password': [registered, requested(), issued()],
  'holding one that is over': [registered, requested(), issued('temporary', 'reset-1', at)],
  'using a temporary password': [registered, requested(), issued(), used()],
  'one whose temporary password is used and over': [
    registered,
    requested(),
    issued('temporary', 'reset-1', at),
    used(),
  ],
  'one with a changed password': [registered, requested(), issued(), used(), changed()],
  erased: [{ ...registered, data: { ...registration, ...erasedFields } } as UserEvent],
  forgotten: [registered, forgotten()],
} satisfies Record<string, UserEvent[]>;
type Given = keyof typeof histories;

const password = { kind: 'password', passwordHash: 'first' } as const;
const temporary = { kind: 'temporary', temporaryPasswordHash: 'temporary' } as const;
const commands = {
  register: { type: 'RegisterUser', ...registration },
  abandon: { type: 'AbandonRegistration', userId },
  changeByPassword: { type: 'ChangePassword', userId, proof: password, at, passwordHash: 'second' },
  changeByTemporary: { type: 'ChangePassword', userId, proof: temporary, at, passwordHash: 'second' },
  request: { type: 'RequestPasswordReset', userId, resetId: 'reset-2' },
  issue: {
    type: 'IssueTemporaryPassword',
    userId,
    resetId: 'reset-1',
    temporaryPasswordHash: 'new',
    expiresAt,
  },
  use: { type: 'UseTemporaryPassword', userId, temporaryPasswordHash: 'temporary', at },
  confirm: { type: 'ConfirmEmail', userId, emailHash: registration.emailHash },
  confirmOther: { type: 'ConfirmEmail', userId, emailHash: 'another' },
  askForLink: { type: 'RequestEmailConfirmation', userId },
  showOthers: { type: 'ChangeSettings', userId, showsOtherPieces: true },
  hideOthers: { type: 'ChangeSettings', userId, showsOtherPieces: false },
  fewerMails: { type: 'ChangeSettings', userId, fewerMails: true },
  allMails: { type: 'ChangeSettings', userId, fewerMails: false },
  changeBoth: { type: 'ChangeSettings', userId, showsOtherPieces: true, fewerMails: true },
  grant: { type: 'GrantAdmin', userId },
  grantConfirmed: { type: 'GrantAdmin', userId, onlyConfirmed: true },
  grantByPassword: { type: 'GrantAdmin', userId, onlyConfirmed: true, passwordHash: 'first' },
  revokeOfLate: { type: 'RevokeAdmin', userId, upTo: 0 },
  revoke: { type: 'RevokeAdmin', userId },
  forgetMe: { type: 'ForgetUser', userId, pieces: 'keep', proof: password, at },
  forget: { type: 'ForgetUser', userId, pieces: 'remove', at },
} satisfies Record<string, AccountCommand>;
type When = keyof typeof commands;
type Expected = UserEvent[] | string;

const nobody = {
  ...(Object.fromEntries(Object.keys(commands).map((name) => [name, 'user-not-found'])) as Record<
    When,
    Expected
  >),
  register: [registered],
  abandon: [abandoned],
} satisfies Record<When, Expected>;
const somebody: Record<When, Expected> = {
  register: 'user-id-taken',
  abandon: 'user-id-taken',
  changeByPassword: [changed()],
  changeByTemporary: 'wrong-password',
  request: [requested('reset-2')],
  issue: 'reset-superseded',
  use: 'wrong-password',
  confirm: [confirmed],
  confirmOther: 'link-void',
  askForLink: [linkAskedFor],
  showOthers: [othersShown],
  hideOthers: [],
  fewerMails: [fewerMails],
  allMails: [],
  changeBoth: [othersShown, fewerMails],
  grant: [granted],
  grantConfirmed: 'email-unconfirmed',
  grantByPassword: [granted],
  revokeOfLate: [],
  revoke: [],
  forgetMe: [forgotten()],
  forget: [forgotten('remove')],
};
const onlyOperators = {
  changeByPassword: 'wrong-password',
  forgetMe: 'wrong-password',
  grantByPassword: 'email-unconfirmed',
};
const table: Record<Given, Record<When, Expected>> = {
  missing: nobody,
  abandoned: { ...nobody, register: 'registration-abandoned', abandon: [] },
  registered: somebody,
  confirmed: { ...somebody, confirm: [], askForLink: [], grantConfirmed: [granted] },
  'showing their other pieces': {
    ...somebody,
    showOthers: [],
    hideOthers: [othersHidden],
    changeBoth: [fewerMails],
  },
  'showing them no more': somebody,
  'getting fewer mails': { ...somebody, fewerMails: [], allMails: [allMails], changeBoth: [othersShown] },
  'getting all mails again': somebody,
  'an admin': {
    ...somebody,
    grant: [],
    grantConfirmed: [],
    grantByPassword: [],
    revoke: [revoked],
    forgetMe: 'write-conflict',
    forget: 'write-conflict',
  },
  'an admin no more': somebody,
  'waiting for a temporary password': { ...somebody, issue: [issued('new')] },
  'waiting for another': somebody,
  'holding a temporary password': {
    ...somebody,
    changeByTemporary: [changed()],
    issue: [issued('new')],
    use: [used(), othersEnded],
  },
  'holding one that is over': { ...somebody, issue: [issued('new')] },
  'using a temporary password': { ...somebody, ...onlyOperators, changeByTemporary: [changed()], use: [] },
  'one whose temporary password is used and over': { ...somebody, ...onlyOperators },
  'one with a changed password': { ...somebody, ...onlyOperators },
  erased: { ...somebody, ...onlyOperators },
  forgotten: {
    ...nobody,
    register: 'user-id-taken',
    abandon: 'user-id-taken',
    issue: 'reset-superseded',
    forgetMe: [],
    forget: [],
  },
};

const metadata = { at: '2026-01-02T03:04:05.678Z' };
const stateOf = (history: readonly UserEvent[]) =>
  fold(accountDecider, history.map((event, revision) => ({ ...event, metadata, revision })) as never).state;
const when = (command: AccountCommand, history: readonly UserEvent[]) =>
  accountDecider.decide(command, stateOf(history));

describe.each(Object.keys(histories) as Given[])('the decision for a user who is %s', (given) => {
  it.each(Object.keys(commands) as When[])('matches the table for the command %s', (command) => {
    const expected = table[given][command];
    expect(when(commands[command], histories[given])).toEqual(
      typeof expected === 'string' ? { rejection: expected } : { events: expected },
    );
  });
});

describe('a temporary password', () => {
  it('is recorded only once if issued again with the same hash', () => {
    const again = { ...commands.issue, temporaryPasswordHash: 'temporary' };
    expect(when(again, histories['holding a temporary password'])).toEqual({ events: [] });
  });

  it('is not replaced by its own request after it was used, but by the next request', () => {
    const again = [...histories['using a temporary password'], requested('reset-2')];
    expect(when(commands.issue, again)).toEqual({ rejection: 'reset-superseded' });
    expect(when({ ...commands.issue, resetId: 'reset-2' }, again)).toEqual({
      events: [issued('new', 'reset-2')],
    });
  });

  it('invalidates the previous one', () => {
    const replaced = [...histories['holding a temporary password'], issued('newer')];
    expect(when(commands.use, replaced)).toEqual({ rejection: 'wrong-password' });
    expect(when({ ...commands.use, temporaryPasswordHash: 'newer' }, replaced)).toEqual({
      events: [used(), othersEnded],
    });
  });

  it('stays valid for the user signed in with it after newer ones are issued, but no longer signs in', () => {
    const another = (number: number) => [
      requested(`reset-${number}`),
      issued(`temporary ${number}`, `reset-${number}`),
    ];
    const asked = [...histories['using a temporary password'], ...another(2), ...another(3)];
    expect(when(commands.changeByTemporary, asked)).toEqual({ events: [changed()] });
    expect(when({ ...commands.forgetMe, proof: temporary }, asked)).toEqual({ events: [forgotten()] });
    expect(when({ ...commands.changeByTemporary, at: expiresAt }, asked)).toEqual({
      rejection: 'wrong-password',
    });
    expect(when(commands.use, asked)).toEqual({ rejection: 'wrong-password' });
    const over = [asked.concat(used('reset-3')), asked.concat(changed())];
    for (const history of over)
      expect(when(commands.changeByTemporary, history)).toEqual({ rejection: 'wrong-password' });
  });

  it('keeps the old password void after its use, even if a later temporary password is never used', () => {
    const later = [
      ...histories['using a temporary password'],
      requested('reset-2'),
      issued('newer', 'reset-2'),
    ];
    expect(when(commands.changeByPassword, later)).toEqual({ rejection: 'wrong-password' });
  });

  it('is rejected from the exact moment it expires', () => {
    const history = histories['holding a temporary password'];
    expect(when({ ...commands.use, at: '2026-01-02T04:59:59.999Z' }, history)).toEqual({
      events: [used(), othersEnded],
    });
    expect(when({ ...commands.use, at: '2026-01-02T05:00:00.000Z' }, history)).toEqual({
      rejection: 'wrong-password',
    });
  });
});

describe('the account state', () => {
  it('contains the profile, the creation date and the session version', () => {
    expect(stateOf([registered, granted, changed(), revoked, requested('reset-3')])).toEqual({
      status: 'registered',
      revision: 4,
      sessionVersion: 2,
      account: {
        userId,
        emailHash: 'email-hash',
        usernameHash: 'username-hash',
        profile: { email: 'writer@example.org', username: 'writer', fullName: 'Sample Writer' },
        createdAt: '2026-01-02T03:04:05.678Z',
        isConfirmed: false,
        showsOtherPieces: false,
        fewerMails: false,
        roles: [],
        roleRevisions: { admin: 3 },
        passwordHash: 'second',
        passwordIsVoid: false,
        temporaryPassword: null,
        replacedPassword: null,
        resetId: 'reset-3',
      },
    });
    expect(stateOf(histories.forgotten)).toMatchObject({
      status: 'forgotten',
      pieces: 'keep',
      sessionVersion: 1,
    });
  });

  it('is complete without the key, except for sealed fields', () => {
    const history = [
      ...histories.erased,
      requested(),
      { ...issued(), data: { ...issued().data, temporaryPasswordHash: null } },
      granted,
      { type: 'PasswordChanged', data: { userId, passwordHash: null } },
    ] as UserEvent[];
    expect(stateOf(history)).toMatchObject({
      status: 'registered',
      revision: 4,
      sessionVersion: 1,
      account: { emailHash: 'email-hash', profile: null, passwordHash: null, roles: ['admin'] },
    });
  });

  it('rejects an impossible history', () => {
    for (const event of [changed(), requested(), issued(), used(), granted, revoked, forgotten()])
      expect(() => stateOf([event])).toThrow(event.type);
    for (const event of [registered, abandoned])
      expect(() => stateOf([registered, event])).toThrow(event.type);
    for (const event of [registered, changed(), forgotten()]) {
      expect(() => stateOf([abandoned, event])).toThrow('abandoned');
      expect(() => stateOf([registered, forgotten(), event])).toThrow('forgotten');
    }
  });
});
