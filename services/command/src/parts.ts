import type { Vault } from '@journal/events';
import type { DraftTable } from '@journal/read-models/drafts';
import type { KeyedHash } from '@journal/vault';
import type { PasswordHasher } from './account/passwords.ts';
import type { Limits } from './http/limits.ts';
import type { JournalLog } from './writing/journal-log.ts';
import type { RequestKeys } from './writing/request-context.ts';

/** Dependencies of handlers. */
export type Parts = {
  readonly log: JournalLog;
  readonly vault: Pick<Vault, 'forget' | 'keysForSealing' | 'keysForOpening'>;
  readonly drafts: DraftTable;
  readonly hash: KeyedHash;
  readonly passwords: PasswordHasher;
  readonly now: () => Date;
  /** Age below which a writer needs a guardian's consent to be published; undefined if nobody needs it. */
  readonly consentAge?: number | undefined;
  /** Resolves after this many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
};

/** Dependencies of routes. */
export type RouteParts = Parts & {
  readonly keys: RequestKeys;
  readonly limits: Limits;
  /** Resolves with whether an address, given by its hash, gets no mail because of bounces; false if that is unknown. */
  readonly isSuppressed: (addressHash: string) => Promise<boolean>;
  /** Whether users who see addresses have to show a passkey. */
  readonly requiresPasskeys: boolean;
};
