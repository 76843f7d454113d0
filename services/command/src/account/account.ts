import { userStream, type Vault } from '@journal/events';
import type { KeyedHash } from '@journal/vault';
import type { Limits } from '../http/limits.ts';
import { fold, type Written } from '../writing/decide-and-append.ts';
import type { JournalLog } from '../writing/journal-log.ts';
import type { RequestKeys } from '../writing/request-context.ts';
import { type Account, type AccountState, accountDecider } from './account.decider.ts';
import type { PasswordHasher } from './passwords.ts';

/** What handlers depend on. */
export type Parts = {
  readonly log: JournalLog;
  readonly vault: Pick<Vault, 'forget'>;
  readonly hash: KeyedHash;
  readonly passwords: PasswordHasher;
  readonly now: () => Date;
  /** Resolves after this many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
};

/** What routes depend on. */
export type RouteParts = Parts & { readonly keys: RequestKeys; readonly limits: Limits };

export async function loadAccount(
  log: Pick<JournalLog, 'read'>,
  userId: string,
): Promise<Written<AccountState>> {
  return fold(accountDecider, await log.read(userStream(userId)));
}

/** Returns the account of a registered user; undefined before registration and after erasure. */
export const accountOf = (state: AccountState): Account | undefined =>
  state.status === 'registered' ? state.account : undefined;
