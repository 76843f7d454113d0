import { topics } from '@journal/contracts';

/** Who follows the changes, as it was when the stream began; nobody is a visitor. */
export type Audience = {
  readonly userId: string;
  readonly sessionVersion: number;
  readonly isAdmin: boolean;
};

const publicTopics: ReadonlySet<string> = new Set([
  topics.articles,
  topics.featured,
  topics.stats,
  topics.everything,
]);
const publicKinds: ReadonlySet<string> = new Set(['article', 'section']);
const ofOneUser = topics.mine('');

/** Those of the topics that this reader may be told. What is not known to be public is for administrators. */
export function topicsFor(all: readonly string[], audience: Audience | undefined): readonly string[] {
  return all.filter((topic) => {
    if (publicTopics.has(topic) || publicKinds.has(topic.slice(0, topic.indexOf(':')))) return true;
    if (!audience) return false;
    return topic.startsWith(ofOneUser) ? topic === topics.mine(audience.userId) : audience.isAdmin;
  });
}
