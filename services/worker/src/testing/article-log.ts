import type { EventStore } from '@journal/event-store';
import { articleStream, type NewArticleEvent, type Vault } from '@journal/events';
import { createLogWriter } from './log-writer.ts';

type Data<Type extends NewArticleEvent['type']> = Extract<NewArticleEvent, { type: Type }>['data'];
type Edit = Omit<Data<'ArticleEdited'>, 'articleId' | 'contributorId'>;

/** Writes sealed article events to a log; each call resolves with the position of its event. */
export function createArticleLog(store: EventStore, vault?: Vault) {
  const log = createLogWriter(store, { vault, day: '2026-01-01Z', requestId: 'request-1' });
  const actor = { id: 'editor-1', role: 'admin' } as const;
  const write = (articleId: number, event: NewArticleEvent) =>
    log.write(articleStream(articleId), event, { actor });

  return {
    ...log,
    write,
    publish: (articleId: number, data: Partial<Data<'ArticlePublished'>> = {}) =>
      write(articleId, {
        type: 'ArticlePublished',
        data: {
          articleId,
          contributorId: `writer-${articleId}`,
          title: `Title ${articleId}`,
          excerpt: `Excerpt ${articleId}`,
          content: `First ${articleId}\n\nSecond “quoted”, {braced}, \\slashed\\ and ünïcode 🍎`,
          section: 'view',
          authorName: `Writer ${articleId}`,
          authorAge: 15,
          authorSchool: null,
          readTime: 3,
          featured: 0,
          ...data,
        },
      }),
    edit: (articleId: number, data: Edit, contributorId = `writer-${articleId}`) =>
      write(articleId, { type: 'ArticleEdited', data: { articleId, contributorId, ...data } }),
    delete: (articleId: number) => write(articleId, { type: 'ArticleDeleted', data: { articleId } }),
    restore: (articleId: number) => write(articleId, { type: 'ArticleRestored', data: { articleId } }),
  };
}

export type ArticleLog = ReturnType<typeof createArticleLog>;
