import type { ArticleContent, ArticleEvent, OpenedArticleContent } from '@journal/events';
import type { Dated } from '../decider.ts';

type Text = 'title' | 'excerpt' | 'content';

/** An article that can be shown; its byline is null where the writer has been forgotten. */
export type KnownArticle = Omit<OpenedArticleContent, Text> &
  Pick<ArticleContent, Text> & {
    readonly id: number;
    readonly contributorId: string;
    readonly createdAt: string;
  };

/**
 * The state that the events of a stream fold to. `revision` is that of the last one, -1 if there is none. `article` is
 * null once its text has been erased for good.
 */
export type ArticleState =
  | { readonly status: 'missing'; readonly revision: -1 }
  | {
      readonly status: 'published' | 'deleted';
      readonly revision: number;
      readonly article: KnownArticle | null;
    };

export const initialState: ArticleState = { status: 'missing', revision: -1 };

/** Applies the next event of a stream. Throws where it cannot follow. */
export function evolve(state: ArticleState, event: Dated<ArticleEvent>): ArticleState {
  const revision = state.revision + 1;
  if (event.type === 'ArticlePublished')
    return { status: 'published', revision, article: published(event.data, event.metadata.at) };
  if (state.status === 'missing') throw new Error(`${event.type} can't be the first event of an article`);
  switch (event.type) {
    case 'ArticleEdited':
      return { ...state, revision, article: state.article && edited(state.article, event.data) };
    case 'ArticleDeleted':
      return { ...state, revision, status: 'deleted' };
    case 'ArticleRestored':
      return { ...state, revision, status: 'published' };
    default:
      return event satisfies never;
  }
}

type DataOf<Type extends ArticleEvent['type']> = Extract<ArticleEvent, { type: Type }>['data'];

function published(data: DataOf<'ArticlePublished'>, at: string): KnownArticle | null {
  const { articleId, title, excerpt, content, ...rest } = data;
  if (title === null || excerpt === null || content === null) return null;
  return { ...rest, id: articleId, title, excerpt, content, createdAt: at };
}

function edited(article: KnownArticle, data: DataOf<'ArticleEdited'>): KnownArticle | null {
  const { articleId: _id, restoredRevision: _from, title, excerpt, content, ...rest } = data;
  if (title === null || excerpt === null || content === null) return null;
  return {
    ...article,
    ...rest,
    title: title ?? article.title,
    excerpt: excerpt ?? article.excerpt,
    content: content ?? article.content,
  };
}
