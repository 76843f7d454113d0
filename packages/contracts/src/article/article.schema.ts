import { answerProperties, articleFields, requestProperties, sections } from '@journal/events/fields';
import Type, { type Static } from 'typebox';
import { ArticleId, ClosedObject, Count, DateTime, nullable } from '../system/schemas.ts';

export const Section = Type.Enum([...sections]);
export type Section = Static<typeof Section>;

const { title, content, ...others } = requestProperties(articleFields);

/**
 * Form for creating or replacing an article. Text arrives trimmed (see `trimText`). `authorSchool` may be absent, null
 * or empty, which all mean "none".
 */
export const ArticleFields = ClosedObject({ title, content, ...others });
export type ArticleFields = Static<typeof ArticleFields>;

const { authorAge } = ArticleFields.properties;

/** Form for editing an existing article. The age is null if the writer does not show it. */
export const ArticleEdit = ClosedObject({
  ...ArticleFields.properties,
  authorAge: Type.Union([authorAge, Type.Null()], articleFields.authorAge.errors),
});
export type ArticleEdit = Static<typeof ArticleEdit>;

/** An article imported from another journal. */
export const ImportedArticle = ClosedObject({
  ...ArticleEdit.properties,
  /** Time of publication there. Default: now. */
  publishedAt: Type.Optional(DateTime),
  /** `true`: deleted immediately, for an editor to restore. */
  isDraft: Type.Optional(Type.Boolean()),
});

const { content: shownContent, ...shownOnCard } = answerProperties(articleFields);

const shown = {
  id: Type.Integer({ minimum: 1 }),
  /**
   * `authorName` is `formerContributor` if the writer has been forgotten. Age and school are then null, as they are if
   * the writer does not show them.
   */
  ...shownOnCard,
  createdAt: DateTime,
};

/** An article without its content, for lists and grids. */
export const ArticleCard = Type.Object({
  ...shown,
  /** Side of the article in a debate of which readers see both sides. Absent if it is in none. */
  debate: Type.Optional(Type.Enum(['statement', 'reply'])),
});
export type ArticleCard = Static<typeof ArticleCard>;

export const Article = Type.Object({ ...shown, content: shownContent });
export type Article = Static<typeof Article>;

const Another = nullable(ArticleCard);

/** The article of The Clash that another article replies to. */
export const OpposingStatement = ClosedObject({ statementId: ArticleId });

/** The other side of an article's debate as editors see it, in any state; null if there is none. */
export const OpposingSide = nullable(
  Type.Object({
    id: ArticleId,
    /** Null once the article has been erased. */
    title: nullable(Type.String()),
    /** Whether the two articles link to each other: both are published, in The Clash, and refer to each other. */
    isShown: Type.Boolean(),
  }),
);
export type OpposingSide = Static<typeof OpposingSide>;

/** Suggestions after an article, from its section except for `issue` and `otherPieces`; null if there are none. */
export const FurtherArticles = Type.Object({
  /** The first issue in which readers see the article. */
  issue: nullable(
    Type.Object({
      number: Type.Integer(),
      title: nullable(Type.String()),
      /** The issue's pieces that readers see, including this one, in order. */
      contents: Type.Array(Type.Object({ articleId: Type.Integer(), title: Type.String() })),
    }),
  ),
  /** The other side of the article's debate. If set, `related` is null. */
  opposing: Another,
  /** The article published before it; for the oldest, the newest. */
  next: Another,
  /** Among its neighbours, the article whose title and excerpt share most words with its own. */
  related: Another,
  /** The writer's other articles, newest first, except those above. Empty unless the writer wants them shown. */
  otherPieces: Type.Array(ArticleCard),
});
export type FurtherArticles = Static<typeof FurtherArticles>;

/** Figures on the About page. */
export const Stats = Type.Object({
  articles: Count,
  /** Number of distinct author names among all published articles. */
  writers: Count,
  /** Time of the first publication ever, whether or not that article was deleted since. Null if there was none. */
  since: nullable(DateTime),
});
export type Stats = Static<typeof Stats>;

/** Time at which to unpublish an article. */
export const PlannedUnpublish = ClosedObject({
  unpublishAt: Type.String({ format: 'date-time', label: 'Date and time' }),
});
