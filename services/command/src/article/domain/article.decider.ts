import type { ArticleEdited, NewArticleEvent } from '@journal/events';
import type {
  ArticleCommand,
  ArticleContent,
  ArticleRejection,
  EarlierArticle,
  EditArticle,
  RestoreArticle,
} from './article.commands.ts';
import type { ArticleState, KnownArticle } from './article.state.ts';

/** What is to happen (nothing, where nothing would change), or why it may not. */
export type Decision =
  | { readonly events: readonly NewArticleEvent[] }
  | { readonly rejection: ArticleRejection };

/** Decides one command against what the stream's events add up to. Pure. */
export function decide(command: ArticleCommand, state: ArticleState): Decision {
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

function decideEdit(command: EditArticle, state: ArticleState): Decision {
  if (state.status !== 'published' || state.article === null) return { rejection: 'article-not-found' };
  if (command.seen && !command.seen.includes(state.revision)) return { rejection: 'edited-meanwhile' };
  return { events: editsTo(state.article, command.content) };
}

function decideRestore({ articleId, earlier }: RestoreArticle, state: ArticleState): Decision {
  if (state.status === 'missing' || state.article === null) return { rejection: 'article-not-found' };
  if (state.status === 'published' && !earlier) return { rejection: 'article-not-deleted' };
  return {
    events: [
      ...(state.status === 'deleted' ? [{ type: 'ArticleRestored', data: { articleId } } as const] : []),
      ...(earlier ? editsTo(state.article, earlier.content, { restoredRevision: earlier.revision }) : []),
    ],
  };
}

/** The edit that makes an article say this; none where it says so already. */
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

const byline = new Set<string>(['authorName', 'authorAge', 'authorSchool']);

/** Only what differs. The byline of a forgotten writer stays empty: there is no key to seal a new one with. */
function changesOf(article: KnownArticle, content: EarlierArticle['content']): Changes {
  const forgotten = article.authorName === null || content.authorName === null;
  const changed = (Object.keys(content) as (keyof ArticleContent)[]).filter(
    (field) => content[field] !== article[field] && !(forgotten && byline.has(field)),
  );
  return Object.fromEntries(changed.map((field) => [field, content[field]]));
}
