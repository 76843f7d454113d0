import type { Section } from '../article/article.schema.ts';

/** Path of the server-sent events. */
export const changesPath = '/api/changes';

/** Path at which the web's processes follow every step of the read side. Not reachable by readers. */
export const internalChangesPath = '/internal/changes';

/** Topics of changes, as in `GET /api/changes` (see `Change`). */
export const topics = {
  /** Any article. */
  articles: 'articles',
  article: (id: number) => `article:${id}`,
  section: (section: Section) => `section:${section}`,
  featured: 'featured',
  stats: 'stats',
  /** Any issue with its pieces, including drafts, so that editors can follow them. */
  issues: 'issues',
  /** The number of the newest published issue, and its contents. */
  newestIssue: 'newest',
  /** Any mailing of an issue; only for roles that edit issues. */
  mailings: 'mailings',
  /** The text of an editable page. */
  page: (id: string) => `page:${id}`,
  /**
   * Any pitch; only for users who may read pitches. `submission` and `comments` are for users who may read all of them,
   * `audit` is for administrators.
   */
  submissions: 'submissions',
  submission: (id: string) => `submission:${id}`,
  /** All comments on a pitch. */
  comments: (submissionId: string) => `comments:${submissionId}`,
  /** Concerns from the public form; only for users who may read concerns. */
  concerns: 'concerns',
  audit: 'audit',
  /** One user's pitches; only for that user. */
  mine: (userId: string) => `mine:${userId}`,
  /** Anything may have changed. */
  everything: '*',
} as const;

/** Whether a change of some topics may affect a result that depends on others. `*` on either side matches any topic. */
export function topicsTouch(changed: ReadonlySet<string>, read: Iterable<string>): boolean {
  if (changed.has(topics.everything)) return true;
  for (const topic of read)
    if (changed.has(topic) || (topic === topics.everything && changed.size > 0)) return true;
  return false;
}
