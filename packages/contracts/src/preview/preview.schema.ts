import Type, { type Static } from 'typebox';
import { Article } from '../article/article.schema.ts';
import { ClosedObject, DateTime, nullable } from '../system/schemas.ts';

/** The page that shows a preview, with `?token=`. */
export const previewPage = '/preview';

export const previewDays = 7;

/** 16 bytes that name the pitch, and 32 that nobody can guess, in base64url. */
export const previewTokenPattern = '^[\\w-]{64}$';

/** Any other is answered as an unknown one is. */
export const PreviewToken = ClosedObject({ token: Type.String({ maxLength: 200 }) });

/** A link that can be opened, without its token, which nobody can read any more. */
export const PreviewLink = Type.Object({
  id: Type.String(),
  /** The user id of the editor who made it. */
  madeBy: Type.String(),
  expiresAt: DateTime,
});
export type PreviewLink = Static<typeof PreviewLink>;

/** `token` is told once. */
export const NewPreviewLink = Type.Object({ id: Type.String(), token: Type.String(), expiresAt: DateTime });
export type NewPreviewLink = Static<typeof NewPreviewLink>;

export const PreviewedArticle = Type.Omit(Article, ['id', 'createdAt', 'featured', 'cover']);
export type PreviewedArticle = Static<typeof PreviewedArticle>;

/** A pitch as the article that it would become; once it has been published, where that is. */
export const Preview = Type.Object({
  articleId: nullable(Type.Integer({ minimum: 1 })),
  article: Type.Union([PreviewedArticle, Type.Null()]),
  expiresAt: DateTime,
});
export type Preview = Static<typeof Preview>;
