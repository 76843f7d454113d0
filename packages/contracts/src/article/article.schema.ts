import Type, { type Static } from 'typebox';
import { ageBounds, readTimeBounds, sections, textLimits } from './article.values.ts';

export const Section = Type.Enum([...sections]);
export type Section = Static<typeof Section>;

const requiredText = (label: string, maxLength: number) =>
  Type.String({ minLength: 1, maxLength, label, format: 'printable' });

/**
 * What a person fills in to create or replace an article. Text arrives trimmed (see `trimText`);
 * `authorSchool` may be left out, null or empty, which all mean "none".
 */
export const ArticleFields = Type.Object(
  {
    title: requiredText('Title', textLimits.title),
    content: requiredText('Content', textLimits.body),
    excerpt: requiredText('Excerpt', textLimits.summary),
    section: Section,
    authorName: requiredText('Author name', textLimits.name),
    authorAge: Type.Integer({ ...ageBounds, message: 'Age must be between 12 and 18' }),
    authorSchool: Type.Optional(
      Type.Union([
        Type.String({ maxLength: textLimits.name, label: 'School', format: 'printable' }),
        Type.Null(),
      ]),
    ),
    readTime: Type.Integer({ ...readTimeBounds, message: 'Read time must be between 1 and 20 minutes' }),
    featured: Type.Optional(Type.Enum([0, 1], { default: 0 })),
  },
  { additionalProperties: false },
);
export type ArticleFields = Static<typeof ArticleFields>;

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** An article without its content, as lists and grids show it. */
export const ArticleCard = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  title: Type.String(),
  excerpt: Type.String(),
  section: Section,
  /** `formerContributor` where the writer has been forgotten; age and school are then null. */
  authorName: Type.String(),
  authorAge: nullable(Type.Integer()),
  authorSchool: nullable(Type.String()),
  readTime: Type.Integer(),
  featured: Type.Enum([0, 1]),
  createdAt: Type.String({ format: 'date-time' }),
});
export type ArticleCard = Static<typeof ArticleCard>;

export const Article = Type.Object({ ...ArticleCard.properties, content: Type.String() });
export type Article = Static<typeof Article>;

/** What the About page counts. */
export const Stats = Type.Object({
  articles: Type.Integer({ minimum: 0 }),
  /** Distinct author names among all published articles. */
  writers: Type.Integer({ minimum: 0 }),
});
export type Stats = Static<typeof Stats>;

/** One version in an article's history, newest first; `changed` names the fields that differ from the version before. */
export const ArticleVersion = Type.Object({
  revision: Type.Integer({ minimum: 0 }),
  event: Type.Enum(['ArticlePublished', 'ArticleEdited', 'ArticleDeleted', 'ArticleRestored']),
  at: Type.String({ format: 'date-time' }),
  actor: Type.Object({ id: Type.String(), role: Type.String() }),
  requestId: Type.String(),
  changed: Type.Array(Type.String()),
});
export type ArticleVersion = Static<typeof ArticleVersion>;
