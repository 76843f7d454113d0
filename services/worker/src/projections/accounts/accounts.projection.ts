import {
  accountFields,
  consentAfter,
  endsSessions,
  type OpenedEvent,
  pickContent,
  rolesAfter,
  type UserEvent,
  userEvents,
} from '@journal/events';
import {
  type AccountEventRow,
  type AccountRow,
  accountColumns,
  accountEventColumns,
  accountsModel,
} from '@journal/read-models';
import { defineRowProjection } from '../../engine/row-projection.ts';

type OpenedUserEvent = OpenedEvent<Exclude<UserEvent, { type: 'RegistrationAbandoned' | 'UserForgotten' }>>;

/** `RegistrationAbandoned` is the only event of a stream whose user was never created. */
const { RegistrationAbandoned: _abandoned, ...events } = userEvents;

/** Accounts, for sessions and exports; only the ID of a forgotten person remains. Publishes no topics. */
export const accountsProjection = defineRowProjection<OpenedUserEvent, AccountRow, AccountEventRow>({
  model: accountsModel,
  events,
  table: { name: 'account', key: 'userId', columns: accountColumns },
  versions: { name: 'account_event', key: 'userId', columns: accountEventColumns },
  keyOf: (event) => event.data.userId,
  on: {
    UserRegistered: (_row, { data, metadata, revision }) => ({
      userId: data.userId,
      revision,
      emailHash: data.emailHash,
      ...pickContent(accountFields, data),
      roles: [],
      createdAt: metadata.at,
      sessionVersion: 0,
      ...{ consent: null, guardianAskedAt: null, guardianEmail: null },
    }),
    PasswordChanged: afterEvent,
    PasswordResetRequested: afterEvent,
    TemporaryPasswordIssued: afterEvent,
    TemporaryPasswordUsed: afterEvent,
    UserEmailConfirmed: afterEvent,
    EmailConfirmationRequested: afterEvent,
    OtherPiecesShown: afterEvent,
    OtherPiecesHidden: afterEvent,
    FewerMailsChosen: afterEvent,
    AllMailsChosen: afterEvent,
    OtherSessionsEnded: afterEvent,
    PasskeyAdded: afterEvent,
    PasskeyRemoved: afterEvent,
    PasskeysReset: afterEvent,
    RecoveryCodesIssued: afterEvent,
    RecoveryCodeUsed: afterEvent,
    GuardianAsked: (row, event) => ({
      ...afterEvent(row, event),
      guardianAskedAt: event.metadata.at,
      guardianEmail: event.data.email,
    }),
    GuardianConsented: afterEvent,
    GuardianDeclined: withoutGuardian,
    ConsentWithdrawn: withoutGuardian,
    GuardianRequestEnded: withoutGuardian,
    AdminGranted: afterEvent,
    AdminRevoked: afterEvent,
    RoleGranted: afterEvent,
    RoleRevoked: afterEvent,
    IdleAccountAsked: afterEvent,
  },
  versionOf: ({ type, data, metadata, revision, position }) => ({
    userId: data.userId,
    revision,
    type,
    at: metadata.at,
    requestId: metadata.requestId,
    position,
  }),
  erasure: {
    owner: 'userId',
    ownerOf: (event) => event.data.userId,
    forgotten: { name: 'forgotten_account', key: 'userId', columns: { userId: 'text' } },
    erases: () => 'rows',
  },
  topicsOf: () => [],
});

/** Returns the row of a registered user after any later event. */
function afterEvent(row: AccountRow | undefined, event: OpenedUserEvent): AccountRow {
  if (!row) throw new Error('the user was never registered');
  const { type, revision } = event;
  return {
    ...row,
    revision,
    roles: rolesAfter(row.roles, event),
    consent: consentAfter(row.consent, type),
    sessionVersion: row.sessionVersion + Number(endsSessions(type)),
  };
}

/** Returns the row after an event that makes the guardian's address obsolete. */
function withoutGuardian(row: AccountRow | undefined, event: OpenedUserEvent): AccountRow {
  return { ...afterEvent(row, event), guardianEmail: null };
}
