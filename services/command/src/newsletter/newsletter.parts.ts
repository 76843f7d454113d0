import type { Vault } from '@journal/events';
import type { KeyedHash, SubscriptionLinks } from '@journal/vault';
import type { JournalLog } from '../writing/journal-log.ts';

/** What the handlers of the newsletter work with. */
export type NewsletterParts = {
  readonly log: JournalLog;
  readonly vault: Pick<Vault, 'forget'>;
  readonly hash: KeyedHash;
  readonly links: SubscriptionLinks;
  readonly now: () => Date;
  /** Resolves after so many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
};
