import { randomUUID } from 'node:crypto';
import type { EventStore, Position } from '@journal/event-store';
import {
  articleStream,
  createEventCodec,
  createMemoryVault,
  journalEvents,
  type NewArticleEvent,
  type Vault,
} from '@journal/events';

type Data<Type extends NewArticleEvent['type']> = Extract<NewArticleEvent, { type: Type }>['data'];
type Edit = Omit<Data<'ArticleEdited'>, 'articleId' | 'contributorId'>;

const metadata = {
  actor: { id: 'editor-1', role: 'admin' },
  requestId: 'request-1',
  correlationId: 'request-1',
  causationId: 'request-1',
} as const;

/** Writes sealed article events to a log; each call gives the position of its event. */
export function createArticleLog(store: EventStore, vault: Vault = createMemoryVault()) {
  const codec = createEventCodec({ vault, events: journalEvents });
  const revisions = new Map<number, number>();
  let minute = 0;
  const nextTime = () => new Date(Date.UTC(2026, 0, 1, 0, minute++)).toISOString();

  async function write(articleId: number, event: NewArticleEvent): Promise<Position> {
    const sealed = await codec.seal(event, randomUUID(), { ...metadata, at: nextTime() });
    const { revision, position } = await store.append(
      articleStream(articleId),
      [sealed],
      revisions.get(articleId) ?? 'none',
    );
    revisions.set(articleId, revision);
    return position;
  }

  return {
    vault,
    codec,
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
