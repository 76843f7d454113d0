import {
  type ArticleContent,
  type ArticleEdited,
  type ArticleEvent,
  articleFields,
  fieldNames,
  type NewArticleEvent,
  namesSealedFor,
  type OpenedArticleContent,
} from '@journal/events';
import type { Dated, Decider, Decision } from '../decider.ts';

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

export type PublishArticle = {
  readonly type: 'PublishArticle';
  readonly articleId: number;
  /** The writer; names the key that the byline is sealed with. */
  readonly contributorId: string;
  readonly content: ArticleContent;
};

export type EditArticle = {
  readonly type: 'EditArticle';
  readonly articleId: number;
  readonly content: ArticleContent;
  /** The revisions that the editor has seen; left out: any. */
  readonly seen?: readonly number[];
};

export type DeleteArticle = { readonly type: 'DeleteArticle'; readonly articleId: number };

/** An article's content as of a revision; the byline is null where the writer has been forgotten. */
export type EarlierArticle = {
  readonly revision: number;
  readonly content: Pick<KnownArticle, keyof ArticleContent>;
};

export type RestoreArticle = {
  readonly type: 'RestoreArticle';
  readonly articleId: number;
  /** The content to restore; left out: that of its deletion. */
  readonly earlier?: EarlierArticle;
};

export type ArticleCommand = PublishArticle | EditArticle | DeleteArticle | RestoreArticle;

export type ArticleRejection =
  | 'article-id-taken'
  | 'article-not-found'
  | 'article-not-deleted'
  | 'edited-meanwhile';

type ArticleDecision = Decision<NewArticleEvent, ArticleRejection>;

export const articleDecider: Decider<ArticleState, ArticleCommand, NewArticleEvent, ArticleRejection> = {
  initialState,
  evolve,
  decide,
};

function decide(command: ArticleCommand, state: ArticleState): ArticleDecision {
  switch (command.type) {
    case 'PublishArticle': {
      if (state.status !== 'missing') return { rejection: 'article-id-taken' };
      const { articleId, contributorId, content } = command;
      return { events: [{ type: 'ArticlePublished', data: { articleId, contributorId, ...content } }] };
    }
    case 'EditArticle':
      return decideEdit(command, state);
    case 'DeleteArticle':
      if (state.status !== 'published') return { rejection: 'article-not-found' };
      return { events: [{ type: 'ArticleDeleted', data: { articleId: command.articleId } }] };
    case 'RestoreArticle':
      return decideRestore(command, state);
    default:
      return command satisfies never;
  }
}

function decideEdit(command: EditArticle, state: ArticleState): ArticleDecision {
  if (state.status !== 'published' || state.article === null) return { rejection: 'article-not-found' };
  if (command.seen && !command.seen.includes(state.revision)) return { rejection: 'edited-meanwhile' };
  return { events: editsTo(state.article, command.content) };
}

function decideRestore({ articleId, earlier }: RestoreArticle, state: ArticleState): ArticleDecision {
  if (state.status === 'missing' || state.article === null) return { rejection: 'article-not-found' };
  if (state.status === 'published' && !earlier) return { rejection: 'article-not-deleted' };
  return {
    events: [
      ...(state.status === 'deleted' ? [{ type: 'ArticleRestored', data: { articleId } } as const] : []),
      ...(earlier ? editsTo(state.article, earlier.content, { restoredRevision: earlier.revision }) : []),
    ],
  };
}

/** Returns the edit that gives an article this content; none where it has it already. */
function editsTo(
  article: KnownArticle,
  content: EarlierArticle['content'],
  why: Pick<ArticleEdited, 'restoredRevision'> = {},
): readonly NewArticleEvent[] {
  const changes = changesOf(article, content);
  if (Object.keys(changes).length === 0) return [];
  const { id: articleId, contributorId } = article;
  return [{ type: 'ArticleEdited', data: { articleId, contributorId, ...changes, ...why } }];
}

type Changes = Omit<ArticleEdited, 'articleId' | 'contributorId'>;

const byline = new Set<string>(namesSealedFor(articleFields, 'contributor'));

/** Returns only what differs. The byline of a forgotten writer stays empty: there is no key to seal a new one with. */
function changesOf(article: KnownArticle, content: EarlierArticle['content']): Changes {
  const forgotten = article.authorName === null || content.authorName === null;
  const changed = fieldNames(articleFields).filter(
    (field) => content[field] !== article[field] && !(forgotten && byline.has(field)),
  );
  return Object.fromEntries(changed.map((field) => [field, content[field]]));
}
