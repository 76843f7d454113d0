import {
  type ArticleContent,
  type ArticleEvent,
  articleFields,
  articleStream,
  changedFields,
  isKnown,
  type KnownContentOf,
  type NewArticleEvent,
  namesSealedFor,
  nameWithheld,
  type OpenedEvent,
  pickContent,
} from '@journal/events';
import type { CommandOf, ContentAtRevision, Dated, Decision, PieceDecider } from '../decider.ts';
import { type BylineToFollow, bylineChoiceEventsOf, isChosen } from './byline.decider.ts';
import { decideHiding, type HidingCommands, type HidingRejection } from './hiding.decider.ts';
import { type PlanCommands, planEventsOf } from './plans.decider.ts';
import { type PublishingCommands, publicationOf } from './publishing.decider.ts';

type KnownContent = KnownContentOf<typeof articleFields, 'article'>;

/** A readable article; its byline is null if the writer has been forgotten. */
export type KnownArticle = KnownContent & {
  readonly id: number;
  readonly contributorId: string;
  readonly createdAt: string;
};

/**
 * State after folding the events of a stream. `revision` is that of the last event, -1 if there is none. `article` is
 * null once its text has been permanently erased.
 */
export type ArticleState =
  | { readonly status: 'missing'; readonly revision: -1 }
  | {
      readonly status: 'published' | 'deleted';
      readonly revision: number;
      readonly article: KnownArticle | null;
      /** Set if the writer chose the byline, which then only they change; see `ArticlePublished`. */
      readonly bylineRevision?: number | undefined;
      /** Where editors gave it a name again after withholding it; earlier choices of the writer do not count. */
      readonly namedAt?: OpenedEvent['position'] | undefined;
      /** Whether its writer, or the withdrawal of a consent, has hidden it from readers. */
      readonly isHidden: boolean;
      /** Whether it was permanently removed. */
      readonly isRemoved: boolean;
      /** `guardianId` of the consent that was last withdrawn, if any. */
      readonly withdrawnConsent?: string | undefined;
      /** The other side of its debate, and this article's role in it. */
      readonly opposingId?: number | undefined;
      readonly role?: DebateRole | undefined;
      /** Planned time of deletion. */
      readonly unpublishAt?: string | undefined;
    };

type DebateRole = 'statement' | 'reply';

type Commands = HidingCommands &
  PlanCommands &
  PublishingCommands & {
    /** `seen`: revisions that the editor has seen; if omitted, any. */
    EditArticle: { articleId: number; content: ArticleContent; seen?: readonly number[] };
    FollowByline: BylineToFollow;
    /** `planned`: rejected unless this is the planned time of deletion. */
    DeleteArticle: { articleId: number; planned?: string };
    /** Requires an article that readers don't see; does nothing if its text is already gone. */
    EraseArticle: { articleId: number };
    /** Without `earlier`, restores the content it had when it was deleted. */
    RestoreArticle: {
      articleId: number;
      earlier?: ContentAtRevision<KnownContent>;
      seen?: readonly number[];
    };
    /** `role`: of `articleId`. */
    PairArticle: { articleId: number; opposingId: number; role: DebateRole };
    /** Ends its pair with `opposingId`; if omitted, with any article. */
    UnpairArticle: { articleId: number; opposingId?: number };
  };
export type ArticleCommand = CommandOf<Commands>;

export type ArticleRejection =
  | HidingRejection
  | 'article-id-taken'
  | 'article-not-deleted'
  | 'article-not-planned'
  | 'article-paired'
  | 'article-removed'
  | 'article-shown'
  | 'byline-chosen'
  | 'not-in-the-clash'
  | 'edited-meanwhile';

export const articleDecider: PieceDecider<
  ArticleState,
  ArticleCommand,
  NewArticleEvent,
  ArticleRejection,
  KnownContent
> = {
  initialState: { status: 'missing', revision: -1 },
  streamOf: ({ articleId }) => articleStream(articleId),
  contentOf: (state) =>
    state.status === 'missing' || !state.article
      ? { rejection: 'article-not-found' }
      : pickContent(articleFields, state.article),
  evolve,
  decide,
};

function evolve(state: ArticleState, event: Dated<ArticleEvent>): ArticleState {
  const revision = state.revision + 1;
  if (event.type === 'ArticlePublished') {
    const { articleId: id, contributorId, bylineRevision, publishedAt } = event.data;
    const content = pickContent(articleFields, event.data);
    const createdAt = publishedAt ?? event.metadata.at;
    const article = isKnown(articleFields, 'article', content)
      ? { id, contributorId, ...content, createdAt }
      : null;
    return { status: 'published', revision, article, bylineRevision, isHidden: false, isRemoved: false };
  }
  if (state.status === 'missing') throw new Error(`${event.type} cannot be the first event of an article`);
  switch (event.type) {
    case 'ArticleEdited': {
      if (!state.article) return { ...state, revision };
      const article = { ...state.article, ...changedFields(articleFields, state.article, event.data) };
      const isNamed = state.article.authorName === nameWithheld && article.authorName !== nameWithheld;
      return {
        ...{ ...state, revision, article: isKnown(articleFields, 'article', article) ? article : null },
        namedAt: isNamed ? event.position : state.namedAt,
      };
    }
    case 'ArticleBylineChosen': {
      const { authorName, authorAge, authorSchool, bylineRevision } = event.data;
      const article = state.article && { ...state.article, authorName, authorAge, authorSchool };
      return { ...state, revision, article, bylineRevision };
    }
    case 'ArticleUnnamed': {
      const { authorName, authorAge, authorSchool } = event.data;
      const article = state.article && { ...state.article, authorName, authorAge, authorSchool };
      return { ...state, revision, article };
    }
    case 'ArticleHidden':
      return { ...state, revision, isHidden: true };
    case 'ArticleHiddenByGuardian':
      return { ...state, revision, isHidden: true, withdrawnConsent: event.data.guardianId };
    case 'ArticleShown':
      return { ...state, revision, isHidden: false };
    case 'ArticleRemoved':
      return { ...state, revision, isRemoved: true, unpublishAt: undefined };
    case 'ArticleErased':
      return { ...state, revision, article: null, isRemoved: true, unpublishAt: undefined };
    case 'ArticleDeleted':
      return { ...state, revision, status: 'deleted', unpublishAt: undefined };
    case 'ArticleRestored':
      return { ...state, revision, status: 'published' };
    case 'ArticleUnpublishScheduled':
      return { ...state, revision, unpublishAt: event.data.unpublishAt };
    case 'ArticleUnpublishCancelled':
      return { ...state, revision, unpublishAt: undefined };
    case 'ArticlePaired':
      return { ...state, revision, opposingId: event.data.opposingId, role: event.data.role };
    case 'ArticleUnpaired':
      return { ...state, revision, opposingId: undefined, role: undefined };
    default:
      return event satisfies never;
  }
}

type Readable = Existing & { readonly article: KnownArticle };

/** Whether it is published, even if its writer has hidden it. */
const isPublished = (state: ArticleState): state is Readable =>
  state.status === 'published' && state.article !== null;

/** Whether editors can work on it. */
const isEditable = (state: ArticleState): state is Readable => isPublished(state) && !state.isHidden;

function decide(command: ArticleCommand, state: ArticleState): Decision<NewArticleEvent, ArticleRejection> {
  const isRemoved = state.status !== 'missing' && state.isRemoved;
  if (isRemoved && !acceptedAfterRemoval.includes(command.type)) return { rejection: 'article-removed' };
  switch (command.type) {
    case 'PublishArticle':
      if (state.status !== 'missing') return { rejection: 'article-id-taken' };
      return { events: publicationOf(command) };
    case 'EditArticle':
      if (!isEditable(state)) return { rejection: 'article-not-found' };
      if (command.seen && !command.seen.includes(state.revision)) return { rejection: 'edited-meanwhile' };
      if (changesChosenByline(state, command.content)) return { rejection: 'byline-chosen' };
      return { events: editsTo(state, command.content) };
    case 'FollowByline':
      if (state.status === 'missing' || !state.article) return { rejection: 'article-not-found' };
      return { events: bylineChoiceEventsOf(command, state) };
    case 'UnnameArticle':
    case 'HideArticle':
    case 'HideByGuardian':
    case 'ShowArticle':
    case 'RemoveArticle':
      if (state.status === 'missing' || !state.article) return { rejection: 'article-not-found' };
      return decideHiding(command, { ...state, article: state.article });
    case 'DeleteArticle':
      if (state.status !== 'published') return { rejection: 'article-not-found' };
      if (command.planned !== undefined && command.planned !== state.unpublishAt)
        return { rejection: 'article-not-planned' };
      return { events: [{ type: 'ArticleDeleted', data: { articleId: command.articleId } }] };
    case 'EraseArticle':
      if (state.status === 'missing') return { rejection: 'article-not-found' };
      if (isEditable(state) && !isRemoved) return { rejection: 'article-shown' };
      return {
        events: state.article ? [{ type: 'ArticleErased', data: { articleId: command.articleId } }] : [],
      };
    case 'ScheduleUnpublish':
    case 'CancelUnpublish':
      // A plan stays in force while the writer hides the article, so it can be cancelled.
      if (!isPublished(state) || (state.isHidden && command.type === 'ScheduleUnpublish'))
        return { rejection: 'article-not-found' };
      if (command.seen && !command.seen.includes(state.revision)) return { rejection: 'edited-meanwhile' };
      return { events: planEventsOf(command, state.unpublishAt) };
    case 'RestoreArticle': {
      const { articleId, earlier, seen } = command;
      if (state.status === 'missing' || !state.article || (state.isHidden && earlier))
        return { rejection: 'article-not-found' };
      if (state.status === 'published' && !earlier) return { rejection: 'article-not-deleted' };
      if (seen && !seen.includes(state.revision)) return { rejection: 'edited-meanwhile' };
      return {
        events: [
          ...(state.status === 'deleted' ? [{ type: 'ArticleRestored', data: { articleId } } as const] : []),
          ...(earlier
            ? editsTo({ ...state, article: state.article }, earlier.content, {
                restoredRevision: earlier.revision,
              })
            : []),
        ],
      };
    }
    case 'PairArticle': {
      const { type: _type, ...data } = command;
      if (!isEditable(state)) return { rejection: 'article-not-found' };
      if (state.opposingId === data.opposingId && state.role === data.role) return { events: [] };
      if (state.opposingId !== undefined) return { rejection: 'article-paired' };
      if (state.article.section !== 'clash') return { rejection: 'not-in-the-clash' };
      return { events: [{ type: 'ArticlePaired', data }] };
    }
    case 'UnpairArticle': {
      const { articleId, opposingId } = command;
      if (state.status === 'missing') return { rejection: 'article-not-found' };
      const isPaired =
        state.opposingId !== undefined && (opposingId ?? state.opposingId) === state.opposingId;
      return { events: isPaired ? [{ type: 'ArticleUnpaired', data: { articleId } }] : [] };
    }
    default:
      return command satisfies never;
  }
}

/** Commands that a removed article still accepts: it is erased, alone or with its writer, and leaves its debate. */
const acceptedAfterRemoval: readonly ArticleCommand['type'][] = [
  'DeleteArticle',
  'EraseArticle',
  'UnpairArticle',
];

const byline = namesSealedFor(articleFields, 'contributor');

type Existing = Exclude<ArticleState, { status: 'missing' }>;

/** Whether this content has a byline other than the one that the writer chose. */
function changesChosenByline(state: Existing, content: Partial<KnownContent>): boolean {
  const { article } = state;
  if (!isChosen(state) || !article || article.authorName === null) return false;
  const changes = changedFields(articleFields, article, content);
  return byline.some((field) => field in changes);
}

/**
 * Returns the edit that gives an article this content, with only the fields that differ; none if it already has it. The
 * byline of a forgotten writer stays empty, as no key can seal a new one. A byline chosen by the writer also stays, and
 * no restored version gives back a name that was withheld.
 */
function editsTo(
  state: Readable,
  content: Partial<KnownContent>,
  restored: { restoredRevision?: number } = {},
): readonly NewArticleEvent[] {
  const { article } = state;
  const changes = changedFields(articleFields, article, content);
  const isWithheld = article.authorName === nameWithheld && restored.restoredRevision !== undefined;
  if (article.authorName === null || content.authorName === null || isChosen(state) || isWithheld)
    for (const field of byline) delete changes[field];
  if (Object.keys(changes).length === 0) return [];
  const { id: articleId, contributorId } = article;
  return [{ type: 'ArticleEdited', data: { articleId, contributorId, ...changes, ...restored } }];
}
