import { type NewUserEvent, userStream } from '@journal/events';
import { type Decider, loadState, type Outcome, type Written } from '../writing/decide-and-append.ts';
import type { JournalLog } from '../writing/journal-log.ts';
import type { AccountCommand, AccountRejection } from './domain/account.commands.ts';
import { decide } from './domain/account.decider.ts';
import { type Account, type AccountState, evolve, initialState } from './domain/account.state.ts';

/** Every way a handler of accounts says no. */
export type AccountRefusal =
  | AccountRejection
  | 'email-taken'
  | 'wrong-credentials'
  | 'write-conflict'
  | 'idempotency-key-reused';

export type AccountOutcome = Outcome<AccountState, AccountRefusal>;

export const accountDecider: Decider<AccountState, AccountCommand, NewUserEvent, AccountRefusal> = {
  initialState,
  evolve,
  decide,
};

export const loadAccount = (log: Pick<JournalLog, 'read'>, userId: string): Promise<Written<AccountState>> =>
  loadState(log, userStream(userId), accountDecider);

/** The account that can be signed in to; undefined for whoever is not there, not yet or no more. */
export const accountOf = (state: AccountState): Account | undefined =>
  state.status === 'registered' ? state.account : undefined;
