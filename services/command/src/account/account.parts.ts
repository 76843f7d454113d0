import { setTimeout as sleep } from 'node:timers/promises';
import type { Vault } from '@journal/events';
import type { KeyedHash } from '@journal/vault';
import type { JournalLog } from '../writing/journal-log.ts';
import { createPasswordHasher, type PasswordHasher } from './passwords/password-hasher.ts';

/** What the handlers of accounts work with. */
export type AccountParts = {
  readonly log: JournalLog;
  readonly vault: Pick<Vault, 'forget'>;
  readonly hash: KeyedHash;
  readonly passwords: PasswordHasher;
  readonly now: () => Date;
  /** Resolves after so many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
};

/** What a spec may put in place of the usual. */
export type AccountOptions = Partial<Pick<AccountParts, 'passwords' | 'now' | 'wait'>>;

export function createAccountParts(
  given: Pick<AccountParts, 'log' | 'vault' | 'hash'> & AccountOptions,
): AccountParts {
  const { log, vault, hash } = given;
  return {
    log,
    vault,
    hash,
    passwords: given.passwords ?? createPasswordHasher(),
    now: given.now ?? (() => new Date()),
    wait: given.wait ?? sleep,
  };
}
