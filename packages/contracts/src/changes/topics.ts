import type { Section } from '../article/article.schema.ts';

/** Where the server-sent events are. */
export const changesPath = '/api/changes';

/** Where the web's processes follow every step of the read side; no reader can reach it. */
export const internalChangesPath = '/internal/changes';

/** What a change may touch, as `GET /api/changes` names it (see `Change`). */
export const topics = {
  /** Any article at all. */
  articles: 'articles',
  article: (id: number) => `article:${id}`,
  section: (section: Section) => `section:${section}`,
  featured: 'featured',
  stats: 'stats',
  /** Any issue with its pieces, drafts too: editors follow them by it. */
  issues: 'issues',
  /** Which issue is the newest that readers see, and what stands on it. */
  newestIssue: 'newest',
  /** Any mailing of an issue; for editors alone. */
  mailings: 'mailings',
  /** The text of a page that editors can change. */
  page: (id: string) => `page:${id}`,
  /** Any pitch at all; for administrators alone, like the three after it. */
  submissions: 'submissions',
  submission: (id: string) => `submission:${id}`,
  /** All comments on a pitch. */
  comments: (submissionId: string) => `comments:${submissionId}`,
  audit: 'audit',
  /** The pitches of one user; for that user alone. */
  mine: (userId: string) => `mine:${userId}`,
  /** Anything may have changed. */
  everything: '*',
} as const;

/** Whether a change of some topics may change what depends on others; `*` on either side stands for any topic. */
export function topicsTouch(changed: ReadonlySet<string>, read: Iterable<string>): boolean {
  if (changed.has(topics.everything)) return true;
  for (const topic of read)
    if (changed.has(topic) || (topic === topics.everything && changed.size > 0)) return true;
  return false;
}
