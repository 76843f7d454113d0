import Type from 'typebox';
import { defineEvents, type NewEventOf, type ReadEventOf } from '../event/event.ts';
import { namesSealedFor } from '../fields/field.ts';
import { changedProperties, dataProperties } from '../fields/field-schemas.ts';
import { articleFields } from './article.fields.ts';

const articleId = Type.Integer({ minimum: 1 });
/** Identifies the writer's key, see `contributorSubject`. A known person keeps the same id across pieces. */
const contributorId = Type.String();

export const articleSubject = (data: { readonly articleId: number }) => `article:${data.articleId}`;
export const contributorSubject = (data: { readonly contributorId: string }) =>
  `contributor:${data.contributorId}`;

const revision = Type.Integer({ minimum: 0 });
const { authorName, authorAge, authorSchool } = dataProperties(articleFields);

const sealed = [
  { subject: articleSubject, fields: namesSealedFor(articleFields, 'article') },
  { subject: contributorSubject, fields: namesSealedFor(articleFields, 'contributor') },
] as const;

export const articleEvents = defineEvents({
  ArticlePublished: {
    data: {
      articleId,
      contributorId,
      ...dataProperties(articleFields),
      /** Revision of the pitch's event in which the writer chose the byline. Absent if they chose none. */
      bylineRevision: Type.Optional(revision),
      /** Number of the issue that the article waits for. Readers see the article once that issue is published. */
      issueNumber: Type.Optional(Type.Integer({ minimum: 1 })),
      /** For an imported article, when it was first published elsewhere. Default: the time of this event. */
      publishedAt: Type.Optional(Type.String()),
    },
    sealed,
    // Version 1 had no `cover`.
    upcasts: [(data) => ({ ...data, cover: 'auto' })],
  },
  /** Contains only the changed fields. `restoredRevision` is set if the edit restored an earlier version. */
  ArticleEdited: {
    data: {
      articleId,
      contributorId,
      ...changedProperties(articleFields),
      restoredRevision: Type.Optional(revision),
    },
    sealed,
    // Version 1 had no `restoredRevision`, version 2 no `cover`.
    upcasts: [(data) => data, (data) => data],
  },
  /** The writer chose another byline. `bylineRevision`: see `ArticlePublished`. */
  ArticleBylineChosen: {
    data: { articleId, contributorId, authorName, authorAge, authorSchool, bylineRevision: revision },
    sealed: [{ subject: contributorSubject, fields: ['authorName', 'authorAge', 'authorSchool'] }],
  },
  /** An editor removed the writer's name. It stays off until editors enter one. */
  ArticleUnnamed: {
    data: { articleId, contributorId, authorName, authorAge, authorSchool },
    sealed: [{ subject: contributorSubject, fields: ['authorName', 'authorAge', 'authorSchool'] }],
  },
  /** The writer hid the article from readers. Nobody else can show it again. */
  ArticleHidden: { data: { articleId } },
  /**
   * The guardian withdrew the consent that the article needed. The writer can show the article again, with a new
   * consent if one is required.
   */
  ArticleHiddenByGuardian: { data: { articleId, guardianId: Type.String() } },
  /** The writer made the article visible to readers again. */
  ArticleShown: { data: { articleId } },
  /** An article hidden by its writer was permanently removed. The only remaining step is its erasure. */
  ArticleRemoved: { data: { articleId } },
  /**
   * An article that readers could no longer see was erased, including the text in its history. Its key is deleted next.
   */
  ArticleErased: { data: { articleId } },
  ArticleDeleted: { data: { articleId } },
  /** A deleted article was restored to its state before the deletion. */
  ArticleRestored: { data: { articleId } },
  /**
   * The article will be deleted at `unpublishAt`, on behalf of the user who scheduled it. Replaces any earlier
   * schedule.
   */
  ArticleUnpublishScheduled: { data: { articleId, unpublishAt: Type.String({ format: 'date-time' }) } },
  ArticleUnpublishCancelled: { data: { articleId } },
  /** An article of The Clash and its opposite now link to each other. Each of the two streams has this event. */
  ArticlePaired: {
    data: {
      articleId,
      opposingId: articleId,
      /** Role of this article. The opposing article has the other role. */
      role: Type.Enum(['statement', 'reply']),
    },
  },
  ArticleUnpaired: { data: { articleId } },
  /** Each claim reserves one article id: the claim's revision + 1. */
  ArticleIdClaimed: { data: {} },
});

type OfOneArticle = Omit<typeof articleEvents, 'ArticleIdClaimed'>;

/** Events of an article's stream, as returned by the decider. */
export type NewArticleEvent = NewEventOf<OfOneArticle>;

/** Events of an article's stream, as read from the log; text and byline may be null. */
export type ArticleEvent = ReadEventOf<OfOneArticle>;

export const articleStream = (articleId: number) => `article-${articleId}`;

/** Returns the id in an article stream's name. Throws for any other stream. */
export function articleIdOfStream(stream: string): number {
  const [, digits] = /^article-([1-9][0-9]*)$/.exec(stream) ?? [];
  if (digits === undefined) throw new Error(`${stream} is not an article stream`);
  return Number(digits);
}

export const articleIdsStream = 'article-ids';
