import Type, { type Static } from 'typebox';
import { Section } from '../article/article.schema.ts';

/** What all lists of the newsroom take: a page of at most `limit` rows that have each of the words in `q`. */
export const searchInList = {
  limit: Type.Optional(
    Type.String({ pattern: '^([1-9][0-9]?|100)$', message: 'Limit must be between 1 and 100' }),
  ),
  q: Type.Optional(Type.String({ maxLength: 200, message: 'Search for at most 200 characters' })),
};

export const defaultNewsroomLimit = 50;

/**
 * Query string of the editors' list of articles. `q`: words that title or author's name have, each of them; `status`:
 * `published` where left out; `after`: the opaque cursor from the `Link: rel="next"` header.
 */
export const NewsroomArticlesQuery = Type.Object(
  {
    ...searchInList,
    section: Type.Optional(Section),
    featured: Type.Optional(Type.Enum(['0', '1'])),
    status: Type.Optional(Type.Enum(['published', 'deleted'])),
    after: Type.Optional(
      Type.String({ pattern: '^[1-9][0-9]{0,9}$', message: 'This cursor is not one of ours' }),
    ),
  },
  { additionalProperties: false },
);
export type NewsroomArticlesQuery = Static<typeof NewsroomArticlesQuery>;
