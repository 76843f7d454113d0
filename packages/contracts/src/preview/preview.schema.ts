import Type, { type Static } from 'typebox';
import { Article } from '../article/article.schema.ts';
import { ClosedObject, DateTime, nullable } from '../system/schemas.ts';

/** Page that shows a preview, with `?token=`. */
export const previewPage = '/preview';

export const previewDays = 7;

/** Base64url of 16 bytes that identify the pitch and 32 unguessable bytes. */
export const previewTokenPattern = '^[\\w-]{64}$';

/** A malformed token gets the same response as an unknown one. */
export const PreviewToken = ClosedObject({ token: Type.String({ maxLength: 200 }) });

/** A valid link, without its token, which cannot be recovered. */
export const PreviewLink = Type.Object({
  id: Type.String(),
  /** User id of the editor who created the link. */
  madeBy: Type.String(),
  expiresAt: DateTime,
});
export type PreviewLink = Static<typeof PreviewLink>;

/** `token` is returned only once. */
export const NewPreviewLink = Type.Object({ id: Type.String(), token: Type.String(), expiresAt: DateTime });
export type NewPreviewLink = Static<typeof NewPreviewLink>;

export const PreviewedArticle = Type.Omit(Article, ['id', 'createdAt', 'featured', 'cover']);
export type PreviewedArticle = Static<typeof PreviewedArticle>;

/** A pitch as the article that it would become, or the article's id once it is published. */
export const Preview = Type.Object({
  articleId: nullable(Type.Integer({ minimum: 1 })),
  article: Type.Union([PreviewedArticle, Type.Null()]),
  expiresAt: DateTime,
});
export type Preview = Static<typeof Preview>;
