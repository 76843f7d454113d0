import Type, { type Static } from 'typebox';
import { ArticleCard } from '../article/article.schema.ts';

/** An article in the editors' list. */
export const NewsroomArticle = Type.Object({
  ...ArticleCard.properties,
  /** Null for one that readers see. */
  deletedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
});
export type NewsroomArticle = Static<typeof NewsroomArticle>;

/** What the tabs of the panel count: articles that readers see, and pitches that wait. */
export const NewsroomCounts = Type.Object({
  articles: Type.Integer({ minimum: 0 }),
  submissions: Type.Integer({ minimum: 0 }),
});
export type NewsroomCounts = Static<typeof NewsroomCounts>;
