import { answerProperties, articleFields, requestProperties, sections } from '@journal/events/fields';
import Type, { type Static } from 'typebox';
import { ArticleId, ClosedObject, Count, DateTime, nullable } from '../system/schemas.ts';

export const Section = Type.Enum([...sections]);
export type Section = Static<typeof Section>;

const { title, content, ...others } = requestProperties(articleFields);

/**
 * What a person fills in to create or replace an article. Text arrives trimmed (see `trimText`);
 * `authorSchool` may be left out, null or empty, which all mean "none".
 */
export const ArticleFields = ClosedObject({ title, content, ...others });
export type ArticleFields = Static<typeof ArticleFields>;

const { authorAge } = ArticleFields.properties;

/** The same of an article that is there already: whose writer does not show an age has none. */
export const ArticleEdit = ClosedObject({
  ...ArticleFields.properties,
  authorAge: Type.Union([authorAge, Type.Null()], articleFields.authorAge.errors),
});
export type ArticleEdit = Static<typeof ArticleEdit>;

/** An article of another journal. */
export const ImportedArticle = ClosedObject({
  ...ArticleEdit.properties,
  /** When readers first read it there; left out: now. */
  publishedAt: Type.Optional(DateTime),
  /** `true`: it is deleted at once, for an editor to restore. */
  isDraft: Type.Optional(Type.Boolean()),
});

const { content: shownContent, ...shownOnCard } = answerProperties(articleFields);

const shown = {
  id: Type.Integer({ minimum: 1 }),
  /**
   * `authorName` is `formerContributor` where the writer has been forgotten; age and school are then null, as where the
   * writer does not show them.
   */
  ...shownOnCard,
  createdAt: DateTime,
};

/** An article without its content, as lists and grids show it. */
export const ArticleCard = Type.Object({
  ...shown,
  /** Which side it is of a debate of which readers see both; left out where it is in none. */
  debate: Type.Optional(Type.Enum(['statement', 'reply'])),
});
export type ArticleCard = Static<typeof ArticleCard>;

export const Article = Type.Object({ ...shown, content: shownContent });
export type Article = Static<typeof Article>;

const Another = nullable(ArticleCard);

/** The piece of The Clash that an article replies to. */
export const OpposingStatement = ClosedObject({ statementId: ArticleId });

/** The other side of an article's debate as editors see it, whatever became of it; null where there is none. */
export const OpposingSide = nullable(
  Type.Object({
    id: ArticleId,
    /** Null once it has been erased. */
    title: nullable(Type.String()),
    /** Whether readers are led from each to the other: both are published, in The Clash and name each other. */
    isShown: Type.Boolean(),
  }),
);
export type OpposingSide = Static<typeof OpposingSide>;

/** What to read after an article, of its section but for `issue` and `otherPieces`; null where there is nothing. */
export const FurtherArticles = Type.Object({
  /** The first one that readers see it in. */
  issue: nullable(
    Type.Object({
      number: Type.Integer(),
      title: nullable(Type.String()),
      /** Its pieces that readers see, this one too, in their order. */
      contents: Type.Array(Type.Object({ articleId: Type.Integer(), title: Type.String() })),
    }),
  ),
  /** The other side of its debate; there is then no related one. */
  opposing: Another,
  /** The one published before it; after the oldest, the newest. */
  next: Another,
  /** Of those around it, the one whose title and excerpt share most words with its own. */
  related: Another,
  /** Others of its writer, newest first, that are not there already; none unless the writer wants them shown. */
  otherPieces: Type.Array(ArticleCard),
});
export type FurtherArticles = Static<typeof FurtherArticles>;

/** What the About page counts. */
export const Stats = Type.Object({
  articles: Count,
  /** Distinct author names among all published articles. */
  writers: Count,
  /** When the first article came out that was ever published here, deleted since or not; null before that. */
  since: nullable(DateTime),
});
export type Stats = Static<typeof Stats>;

/** When an article is to be taken down. */
export const PlannedUnpublish = ClosedObject({
  unpublishAt: Type.String({ format: 'date-time', label: 'Date and time' }),
});
