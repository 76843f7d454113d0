import { topics } from '@journal/contracts';
import { type Capability, may, type Role } from '@journal/events/fields';
import type { AccountsStore } from '../account/accounts.store.ts';

/** The signed-in user of a stream, as of its beginning; undefined for a visitor. */
export type Audience = {
  readonly userId: string;
  readonly sessionVersion: number;
  /** Missing for a session from before sessions had ids. */
  readonly sessionId?: string;
  readonly roles: readonly Role[];
};

const publicTopics: ReadonlySet<string> = new Set([
  topics.articles,
  topics.featured,
  topics.stats,
  topics.issues,
  topics.newestIssue,
  topics.everything,
]);
const publicKinds: ReadonlySet<string> = new Set(['article', 'section', 'page']);
const ofOneUser = topics.mine('');
/** Capabilities that topics require. Only users who may read all pitches are told which pitch a change concerns. */
const neededFor: Readonly<Record<string, Capability>> = {
  [topics.audit]: 'admin',
  [topics.concerns]: 'read-concerns',
  [topics.submissions]: 'read-pitches',
  [topics.mailings]: 'edit-issues',
};

/** Returns the topics that this reader may see. Topics that are not known to be public are for the newsroom. */
export function topicsFor(all: readonly string[], audience: Audience | undefined): readonly string[] {
  return all.filter((topic) => {
    if (publicTopics.has(topic) || publicKinds.has(topic.slice(0, topic.indexOf(':')))) return true;
    if (!audience) return false;
    if (topic.startsWith(ofOneUser)) return topic === topics.mine(audience.userId);
    return may(audience.roles, neededFor[topic] ?? 'read-all-pitches');
  });
}

/**
 * Checks every `interval` milliseconds whether signed-in clients still have the session and the rights with which
 * their stream began. Ends the streams of clients that don't, of all clients if that can't be determined, and of
 * `staleUsers`, whose ended sessions the tables may not contain yet. Returns a function that stops the checks. A
 * client whose stream has ended reconnects with its current rights.
 */
export function watchRights(
  streams: {
    readonly audiences: readonly Audience[];
    keepOnly(isCurrent: (audience: Audience) => boolean): void;
  },
  accounts: Pick<AccountsStore, 'rights' | 'endedSessions'>,
  staleUsers: (userIds: readonly string[]) => Promise<ReadonlySet<string>>,
  interval: number,
): () => void {
  let checking = false;

  async function check(): Promise<void> {
    const watched = new Set(streams.audiences.map(({ userId }) => userId));
    if (checking || watched.size === 0) return;
    checking = true;
    const sessions = streams.audiences.flatMap(({ sessionId }) => sessionId ?? []);
    const [rights, ended, stale] = await Promise.all([
      accounts.rights([...watched]),
      accounts.endedSessions(sessions),
      staleUsers([...watched]),
    ]).catch(() => []);
    checking = false;
    streams.keepOnly(({ userId, roles, sessionVersion, sessionId = '' }) => {
      const now = rights?.get(userId);
      const isSame = now?.roles.join() === roles.join() && now.sessionVersion === sessionVersion;
      const isCurrent = isSame && ended?.has(sessionId) === false && stale?.has(userId) === false;
      return isCurrent || !watched.has(userId);
    });
  }

  const timer = setInterval(() => void check(), interval);
  return () => clearInterval(timer);
}
