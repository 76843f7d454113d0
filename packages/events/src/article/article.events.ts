import Type, { type Static } from 'typebox';
import type { EventDefinition } from '../event/event-definition.ts';

const Section = Type.Enum(['clash', 'view', 'culture']);
const School = Type.Union([Type.String(), Type.Null()]);

/** Everything an article says; sealed text under the article's own key, the byline under the contributor's. */
const ArticleData = {
  articleId: Type.Integer({ minimum: 1 }),
  /** Names the writer's key, see `contributorSubject`; the same person keeps the same id from piece to piece where known. */
  contributorId: Type.String(),
  title: Type.String(),
  excerpt: Type.String(),
  content: Type.String(),
  section: Section,
  authorName: Type.String(),
  authorAge: Type.Integer(),
  authorSchool: School,
  readTime: Type.Integer(),
  featured: Type.Enum([0, 1]),
};

export const ArticlePublished = Type.Object(ArticleData);
export type ArticlePublished = Static<typeof ArticlePublished>;

/** Only the fields that the edit changed. */
export const ArticleEdited = Type.Object({
  articleId: ArticleData.articleId,
  contributorId: ArticleData.contributorId,
  title: Type.Optional(ArticleData.title),
  excerpt: Type.Optional(ArticleData.excerpt),
  content: Type.Optional(ArticleData.content),
  section: Type.Optional(Section),
  authorName: Type.Optional(ArticleData.authorName),
  authorAge: Type.Optional(ArticleData.authorAge),
  authorSchool: Type.Optional(School),
  readTime: Type.Optional(ArticleData.readTime),
  featured: Type.Optional(ArticleData.featured),
});
export type ArticleEdited = Static<typeof ArticleEdited>;

export const ArticleDeleted = Type.Object({ articleId: ArticleData.articleId });
export type ArticleDeleted = Static<typeof ArticleDeleted>;

/** A deleted article is back, as it was when it was deleted. */
export const ArticleRestored = Type.Object({ articleId: ArticleData.articleId });
export type ArticleRestored = Static<typeof ArticleRestored>;

/** One claim is one article id: the claim's revision + 1. */
export const ArticleIdClaimed = Type.Object({});
export type ArticleIdClaimed = Static<typeof ArticleIdClaimed>;

export const articleSubject = (data: { articleId: number }) => `article:${data.articleId}`;
export const contributorSubject = (data: { contributorId: string }) => `contributor:${data.contributorId}`;

const textFields = ['title', 'excerpt', 'content'] as const;
const bylineFields = ['authorName', 'authorAge', 'authorSchool'] as const;
const sealedArticle = [
  { subject: articleSubject, fields: textFields },
  { subject: contributorSubject, fields: bylineFields },
];

export const articleEvents = {
  ArticlePublished: { type: 'ArticlePublished', version: 1, schema: ArticlePublished, sealed: sealedArticle, upcasts: [] },
  ArticleEdited: { type: 'ArticleEdited', version: 1, schema: ArticleEdited, sealed: sealedArticle, upcasts: [] },
  ArticleDeleted: { type: 'ArticleDeleted', version: 1, schema: ArticleDeleted, sealed: [], upcasts: [] },
  ArticleRestored: { type: 'ArticleRestored', version: 1, schema: ArticleRestored, sealed: [], upcasts: [] },
  ArticleIdClaimed: { type: 'ArticleIdClaimed', version: 1, schema: ArticleIdClaimed, sealed: [], upcasts: [] },
} as const satisfies Record<string, EventDefinition<string, never> | unknown>;

export const articleStream = (articleId: number) => `article-${articleId}`;
export const articleIdsStream = 'article-ids';
