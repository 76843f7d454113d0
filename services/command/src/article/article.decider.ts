import {
  type ArticleContent,
  type ArticleEdited,
  articleFields,
  fieldNames,
  type NewArticleEvent,
  namesSealedFor,
} from '@journal/events';
import type { Decider, Decision } from '../decider.ts';
import { type ArticleState, evolve, initialState, type KnownArticle } from './article.state.ts';

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
