import { type Change, topics } from '@journal/contracts';
import { sessionPath } from '../data/session.ts';

/** Paths, and the topics of the change stream that touch what they read. */
export type TopicTable = readonly (readonly [RegExp, (...groups: string[]) => string | readonly string[]])[];

/** What the public pages read. The first match counts. */
let table: TopicTable = [
  [/^\/api\/articles\/featured\b/, () => 'featured'],
  [/^\/api\/articles\/section\/([a-z]+)\b/, (section) => `section:${section}`],
  [/^\/api\/articles\/([1-9][0-9]*)\b/, (id) => `article:${id}`],
  [/^\/api\/articles\?(?:.*&)?section=([a-z]+)\b/, (section) => `section:${section}`],
  [/^\/api\/articles\b/, () => 'articles'],
  [/^\/api\/search\b/, () => topics.articles],
  [/^\/api\/stats\b/, () => 'stats'],
  // The stream tells of nobody's but one's own.
  [/^\/api\/submissions\/mine\b/, () => topics.mine('')],
];

/** Adds what some pages alone read; it comes first. */
export function alsoTouch(more: TopicTable): void {
  table = [...more, ...table];
}

/** Whether a read of this path may answer differently after the change. What the table does not know, every change touches; none touches who is signed in. */
export function touches({ topics: touched }: Pick<Change, 'topics'>, path: string): boolean {
  if (path === sessionPath) return false;
  if (touched.includes(topics.everything)) return true;
  for (const [pattern, topicOf] of table) {
    const match = pattern.exec(path);
    if (match) {
      const wanted = [topicOf(...match.slice(1))].flat();
      return touched.some((topic) => wanted.some((one) => isOne(topic, one)));
    }
  }
  return true;
}

/** Whether it is this topic, or one of those that begin with it where it ends in a colon. */
function isOne(topic: string, wanted: string): boolean {
  return wanted.endsWith(':') ? topic.startsWith(wanted) : topic === wanted;
}
