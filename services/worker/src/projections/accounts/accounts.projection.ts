import { userEvents } from '@journal/events';
import { type AccountEventRow, type AccountRow, accountsModel } from '@journal/read-models';
import { defineRowProjection } from '../../engine/row-projection.ts';
import { accountEventOf } from './account-event-of.ts';
import { accountsErasure } from './accounts.erasure.ts';
import { accountsTables } from './accounts.tables.ts';
import { onAdminGranted } from './on-admin-granted.ts';
import { onAdminRevoked } from './on-admin-revoked.ts';
import { onUserRegistered } from './on-user-registered.ts';
import { registered } from './registered.ts';
import type { OpenedUserEvent, OpenedUserForgotten } from './user-event.ts';

/** It is the only event of a stream whose user never came to be. */
const { RegistrationAbandoned: _abandoned, ...events } = userEvents;

/** Who has an account, for sessions and exports. What changes in it is nobody's business: no topics. */
export const accountsProjection = defineRowProjection<
  OpenedUserEvent,
  AccountRow,
  AccountEventRow,
  OpenedUserForgotten,
  string
>({
  model: accountsModel,
  events,
  keyOf: (event) => event.data.userId,
  on: {
    UserRegistered: onUserRegistered,
    PasswordChanged: registered,
    PasswordResetRequested: registered,
    TemporaryPasswordIssued: registered,
    TemporaryPasswordUsed: registered,
    AdminGranted: onAdminGranted,
    AdminRevoked: onAdminRevoked,
  },
  versionOf: accountEventOf,
  tables: accountsTables,
  erasure: accountsErasure,
  topicsOf: () => [],
});
