import type { Vault } from '@journal/events';
import type { DraftTable } from '@journal/read-models/drafts';
import type { KeyedHash } from '@journal/vault';
import type { PasswordHasher } from './account/passwords.ts';
import type { Limits } from './http/limits.ts';
import type { JournalLog } from './writing/journal-log.ts';
import type { RequestKeys } from './writing/request-context.ts';

/** What handlers depend on. */
export type Parts = {
  readonly log: JournalLog;
  readonly vault: Pick<Vault, 'forget' | 'keysForSealing' | 'keysForOpening'>;
  readonly drafts: DraftTable;
  readonly hash: KeyedHash;
  readonly passwords: PasswordHasher;
  readonly now: () => Date;
  /** Whose writer is younger needs a guardian's consent to be published; undefined where nobody does. */
  readonly consentAge?: number | undefined;
  /** Resolves after this many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
};

/** What routes depend on. */
export type RouteParts = Parts & {
  readonly keys: RequestKeys;
  readonly limits: Limits;
  /**
   * Resolves with whether nothing is mailed to an address, named by its hash, as mails came back from it; with no where that can't
   * be told.
   */
  readonly isSuppressed: (addressHash: string) => Promise<boolean>;
  /** Whether whoever sees addresses has to show a passkey. */
  readonly requiresPasskeys: boolean;
};
