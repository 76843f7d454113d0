import type { Section } from '../article/article.schema.ts';

/** Where the server-sent events are. */
export const changesPath = '/api/changes';

/** What a change may touch, as `GET /api/changes` names it (see `Change`). */
export const topics = {
  /** Any article at all. */
  articles: 'articles',
  article: (id: number) => `article:${id}`,
  section: (section: Section) => `section:${section}`,
  featured: 'featured',
  stats: 'stats',
  /** Anything may have changed. */
  everything: '*',
} as const;
