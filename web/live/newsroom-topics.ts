import type { TopicTable } from './topics.ts';

/** What the newsroom's pages read. */
export const newsroomTopics: TopicTable = [
  [/^\/api\/newsroom\/articles\b/, () => 'articles'],
  [/^\/api\/newsroom\/counts\b/, () => ['articles', 'submissions']],
  [/^\/api\/submissions(?:\?|$)/, () => 'submissions'],
  [/^\/api\/submissions\/(?!mine\b)([^/?]+)/, (id = '') => `submission:${decodeURIComponent(id)}`],
  [/^\/api\/audit\b/, () => 'audit'],
];
