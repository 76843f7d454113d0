import { answerProperties, articleFields, requestProperties, sections } from '@journal/events/fields';
import Type, { type Static } from 'typebox';
import { ClosedObject, Count, DateTime } from '../system/schemas.ts';

export const Section = Type.Enum([...sections]);
export type Section = Static<typeof Section>;

const { title, content, ...others } = requestProperties(articleFields);

/**
 * What a person fills in to create or replace an article. Text arrives trimmed (see `trimText`);
 * `authorSchool` may be left out, null or empty, which all mean "none".
 */
export const ArticleFields = ClosedObject({ title, content, ...others });
export type ArticleFields = Static<typeof ArticleFields>;

const { content: shownContent, ...shownOnCard } = answerProperties(articleFields);

/** An article without its content, as lists and grids show it. */
export const ArticleCard = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  /** `authorName` is `formerContributor` where the writer has been forgotten; age and school are then null. */
  ...shownOnCard,
  createdAt: DateTime,
});
export type ArticleCard = Static<typeof ArticleCard>;

export const Article = Type.Object({ ...ArticleCard.properties, content: shownContent });
export type Article = Static<typeof Article>;

/** What the About page counts. */
export const Stats = Type.Object({
  articles: Count,
  /** Distinct author names among all published articles. */
  writers: Count,
});
export type Stats = Static<typeof Stats>;
