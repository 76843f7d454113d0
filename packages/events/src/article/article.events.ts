import Type, { type Static } from 'typebox';
import type { EventDefinition } from '../event/event-definition.ts';
import type { NewEventOf, ReadEventOf } from '../event/event-types.ts';
import { namesSealedFor } from '../fields/field.ts';
import { changedProperties, dataProperties } from '../fields/field-schemas.ts';
import { articleFields } from './article.fields.ts';

/** An unknown field would be stored in the clear: sealing refuses it. */
const closed = { additionalProperties: false } as const;

const articleId = Type.Integer({ minimum: 1 });
/** Names the writer's key, see `contributorSubject`; the same person keeps the same id from piece to piece where known. */
const contributorId = Type.String();

export const ArticlePublished = Type.Object(
  { articleId, contributorId, ...dataProperties(articleFields) },
  closed,
);
export type ArticlePublished = Static<typeof ArticlePublished>;

/** Only the fields that the edit changed; `restoredRevision` where it restored those of an earlier version. */
export const ArticleEdited = Type.Object(
  {
    articleId,
    contributorId,
    ...changedProperties(articleFields),
    restoredRevision: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  closed,
);
export type ArticleEdited = Static<typeof ArticleEdited>;

export const ArticleDeleted = Type.Object({ articleId }, closed);
export type ArticleDeleted = Static<typeof ArticleDeleted>;

/** A deleted article is back, as it was when it was deleted. */
export const ArticleRestored = Type.Object({ articleId }, closed);
export type ArticleRestored = Static<typeof ArticleRestored>;

/** One claim is one article id: the claim's revision + 1. */
export const ArticleIdClaimed = Type.Object({}, closed);
export type ArticleIdClaimed = Static<typeof ArticleIdClaimed>;

export const articleSubject = (data: { readonly articleId: number }) => `article:${data.articleId}`;
export const contributorSubject = (data: { readonly contributorId: string }) =>
  `contributor:${data.contributorId}`;

const sealedArticle = [
  { subject: articleSubject, fields: namesSealedFor(articleFields, 'article') },
  { subject: contributorSubject, fields: namesSealedFor(articleFields, 'contributor') },
] as const;

export const articleEvents = {
  ArticlePublished: {
    type: 'ArticlePublished',
    version: 1,
    schema: ArticlePublished,
    sealed: sealedArticle,
    upcasts: [],
  } as const satisfies EventDefinition<'ArticlePublished', typeof ArticlePublished>,
  ArticleEdited: {
    type: 'ArticleEdited',
    version: 2,
    schema: ArticleEdited,
    sealed: sealedArticle,
    // Version 1 knew no `restoredRevision`.
    upcasts: [(data) => data],
  } as const satisfies EventDefinition<'ArticleEdited', typeof ArticleEdited>,
  ArticleDeleted: {
    type: 'ArticleDeleted',
    version: 1,
    schema: ArticleDeleted,
    sealed: [],
    upcasts: [],
  } as const satisfies EventDefinition<'ArticleDeleted', typeof ArticleDeleted>,
  ArticleRestored: {
    type: 'ArticleRestored',
    version: 1,
    schema: ArticleRestored,
    sealed: [],
    upcasts: [],
  } as const satisfies EventDefinition<'ArticleRestored', typeof ArticleRestored>,
  ArticleIdClaimed: {
    type: 'ArticleIdClaimed',
    version: 1,
    schema: ArticleIdClaimed,
    sealed: [],
    upcasts: [],
  } as const satisfies EventDefinition<'ArticleIdClaimed', typeof ArticleIdClaimed>,
};

type OfOneArticle = Omit<typeof articleEvents, 'ArticleIdClaimed'>;

/** The events of an article's stream as they are decided. */
export type NewArticleEvent = NewEventOf<OfOneArticle>;

/** The events of an article's stream as they are read; text and byline may be null. */
export type ArticleEvent = ReadEventOf<OfOneArticle>;

export const articleStream = (articleId: number) => `article-${articleId}`;

/** The id in an article stream's name; throws for any other stream. */
export function articleIdOfStream(stream: string): number {
  const [, digits] = /^article-([1-9][0-9]*)$/.exec(stream) ?? [];
  if (digits === undefined) throw new Error(`${stream} is no article's stream`);
  return Number(digits);
}

export const articleIdsStream = 'article-ids';
