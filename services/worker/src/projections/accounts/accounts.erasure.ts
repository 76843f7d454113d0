import type { AccountRow } from '@journal/read-models';
import type { Erasure } from '../../engine/erasure.ts';
import { accountsTables } from './accounts.tables.ts';
import { forgottenAccounts } from './forgotten-accounts.ts';
import type { OpenedUserEvent, OpenedUserForgotten } from './user-event.ts';

/** Of a forgotten person's account nothing is left but its id, so that nothing of it is written again. */
export const accountsErasure: Erasure<OpenedUserEvent, AccountRow, OpenedUserForgotten, string> = {
  forgottenBy: (event) =>
    event.type === 'UserForgotten' ? { owner: event.data.userId, pieces: event.data.pieces } : undefined,
  ownerOf: (event) => event.data.userId,
  ofEvent: () => undefined,
  ownerOfRow: (row) => row.userId,
  ofRow: () => undefined,
  tables: { ...forgottenAccounts, loadOf: accountsTables.load },
};
