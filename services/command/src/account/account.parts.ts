import type { Vault } from '@journal/events';
import type { KeyedHash } from '@journal/vault';
import type { JournalLog } from '../writing/journal-log.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';

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
