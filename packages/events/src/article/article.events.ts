import Type from 'typebox';
import { defineEvents, type NewEventOf, type ReadEventOf } from '../event/event.ts';
import { namesSealedFor } from '../fields/field.ts';
import { changedProperties, dataProperties } from '../fields/field-schemas.ts';
import { articleFields } from './article.fields.ts';

const articleId = Type.Integer({ minimum: 1 });
/** Names the writer's key, see `contributorSubject`; the same person keeps the same id from piece to piece where known. */
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
      /** Of the event of its pitch by which the writer chose the byline; left out where they chose none. */
      bylineRevision: Type.Optional(revision),
      /** Of the issue that it waits for: readers see it once that is published. */
      issueNumber: Type.Optional(Type.Integer({ minimum: 1 })),
      /** When readers first read it elsewhere, of one that was imported; left out: when this was written. */
      publishedAt: Type.Optional(Type.String()),
    },
    sealed,
    // Version 1 had no `cover`.
    upcasts: [(data) => ({ ...data, cover: 'auto' })],
  },
  /** Only the fields that the edit changed; `restoredRevision` where it restored those of an earlier version. */
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
  /** Its writer has chosen another byline; `bylineRevision`: as above. */
  ArticleBylineChosen: {
    data: { articleId, contributorId, authorName, authorAge, authorSchool, bylineRevision: revision },
    sealed: [{ subject: contributorSubject, fields: ['authorName', 'authorAge', 'authorSchool'] }],
  },
  /** An editor has taken the name off it, until editors give it one. */
  ArticleUnnamed: {
    data: { articleId, contributorId, authorName, authorAge, authorSchool },
    sealed: [{ subject: contributorSubject, fields: ['authorName', 'authorAge', 'authorSchool'] }],
  },
  /** Its writer has taken it away from readers, and nobody else brings it back. */
  ArticleHidden: { data: { articleId } },
  /** The guardian whose consent it needed has withdrawn it. Its writer brings it back, with another consent where one is needed. */
  ArticleHiddenByGuardian: { data: { articleId, guardianId: Type.String() } },
  /** Its writer lets readers see it again. */
  ArticleShown: { data: { articleId } },
  /** What its writer had hidden is gone for good: nothing is done with it any more but to erase it. */
  ArticleRemoved: { data: { articleId } },
  /** What nobody read any more is gone, its history's text too; its key is deleted next. */
  ArticleErased: { data: { articleId } },
  ArticleDeleted: { data: { articleId } },
  /** A deleted article is back, as it was when it was deleted. */
  ArticleRestored: { data: { articleId } },
  /** It is to be deleted at that time, in the name of whoever planned it; in the place of a plan before. */
  ArticleUnpublishScheduled: { data: { articleId, unpublishAt: Type.String({ format: 'date-time' }) } },
  ArticleUnpublishCancelled: { data: { articleId } },
  /** A piece of The Clash and its opposite lead to each other; each of the two has this event in its stream. */
  ArticlePaired: {
    data: {
      articleId,
      opposingId: articleId,
      /** Of this article; the other one has the other. */
      role: Type.Enum(['statement', 'reply']),
    },
  },
  ArticleUnpaired: { data: { articleId } },
  /** One claim is one article id: the claim's revision + 1. */
  ArticleIdClaimed: { data: {} },
});

type OfOneArticle = Omit<typeof articleEvents, 'ArticleIdClaimed'>;

/** The events of an article's stream as they are decided. */
export type NewArticleEvent = NewEventOf<OfOneArticle>;

/** The events of an article's stream as they are read; text and byline may be null. */
export type ArticleEvent = ReadEventOf<OfOneArticle>;

export const articleStream = (articleId: number) => `article-${articleId}`;

/** Returns the id in an article stream's name. Throws for any other stream. */
export function articleIdOfStream(stream: string): number {
  const [, digits] = /^article-([1-9][0-9]*)$/.exec(stream) ?? [];
  if (digits === undefined) throw new Error(`${stream} is not the stream of an article`);
  return Number(digits);
}

export const articleIdsStream = 'article-ids';
