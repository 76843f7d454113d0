import { userStream, type Vault } from '@journal/events';
import type { KeyedHash } from '@journal/vault';
import { type CommonRejection, fold, type Outcome, type Written } from '../writing/decide-and-append.ts';
import type { JournalLog } from '../writing/journal-log.ts';
import { type Account, type AccountRejection, type AccountState, accountDecider } from './account.decider.ts';
import type { PasswordHasher } from './passwords.ts';

/** What the handlers of accounts depend on. */
export type AccountParts = {
  readonly log: JournalLog;
  readonly vault: Pick<Vault, 'forget'>;
  readonly hash: KeyedHash;
  readonly passwords: PasswordHasher;
  readonly now: () => Date;
  /** Resolves after this many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
};

export type AccountOutcome = Outcome<
  AccountState,
  AccountRejection | CommonRejection | 'email-taken' | 'wrong-credentials'
>;

export async function loadAccount(
  log: Pick<JournalLog, 'read'>,
  userId: string,
): Promise<Written<AccountState>> {
  return fold(accountDecider, await log.read(userStream(userId)));
}

/** Returns the account of a registered user; undefined before registration and after erasure. */
export const accountOf = (state: AccountState): Account | undefined =>
  state.status === 'registered' ? state.account : undefined;
