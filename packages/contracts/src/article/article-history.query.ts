import Type, { type Static } from 'typebox';

export const defaultHistoryLimit = 50;

/** Query string of an article's history: at most `limit` versions (50), those older than revision `before`. */
export const ArticleHistoryQuery = Type.Object(
  {
    limit: Type.Optional(
      Type.String({ pattern: '^([1-9][0-9]?|100)$', message: 'Limit must be between 1 and 100' }),
    ),
    before: Type.Optional(
      Type.String({ pattern: '^[0-9]{1,9}$', message: 'Before must be a revision of this article' }),
    ),
  },
  { additionalProperties: false },
);
export type ArticleHistoryQuery = Static<typeof ArticleHistoryQuery>;
