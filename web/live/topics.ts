import type { Change } from '@journal/contracts';
import { sessionPath } from '../data/session.ts';

/** Which topics of the change stream touch what a path reads. The one table of it; the first match counts. */
const table: readonly (readonly [RegExp, (...groups: string[]) => string])[] = [
  [/^\/api\/articles\/featured\b/, () => 'featured'],
  [/^\/api\/articles\/section\/([a-z]+)\b/, (section) => `section:${section}`],
  [/^\/api\/articles\/([1-9][0-9]*)\b/, (id) => `article:${id}`],
  [/^\/api\/articles\?(?:.*&)?section=([a-z]+)\b/, (section) => `section:${section}`],
  [/^\/api\/articles\b/, () => 'articles'],
  [/^\/api\/stats\b/, () => 'stats'],
];

/** Whether a read of this path may answer differently after the change. What the table does not know, every change touches; none touches who is signed in. */
export function touches({ topics }: Pick<Change, 'topics'>, path: string): boolean {
  if (path === sessionPath) return false;
  if (topics.includes('*')) return true;
  for (const [pattern, topicOf] of table) {
    const match = pattern.exec(path);
    if (match) return topics.includes(topicOf(...match.slice(1)));
  }
  return true;
}
