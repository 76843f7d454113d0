import type { Change } from '@journal/contracts';
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
  [/^\/api\/stats\b/, () => 'stats'],
];

/** Adds what some pages alone read; it comes first. */
export function alsoTouch(more: TopicTable): void {
  table = [...more, ...table];
}

/** Whether a read of this path may answer differently after the change. What the table does not know, every change touches; none touches who is signed in. */
export function touches({ topics }: Pick<Change, 'topics'>, path: string): boolean {
  if (path === sessionPath) return false;
  if (topics.includes('*')) return true;
  for (const [pattern, topicOf] of table) {
    const match = pattern.exec(path);
    if (match) return [topicOf(...match.slice(1))].flat().some((topic) => topics.includes(topic));
  }
  return true;
}
