import Type, { type Static } from 'typebox';
import { Section } from './article.schema.ts';

export const maxListLimit = 100;

const paging = {
  limit: Type.Optional(
    Type.String({ pattern: '^([1-9][0-9]?|100)$', message: 'Limit must be between 1 and 100' }),
  ),
  after: Type.Optional(
    Type.String({ pattern: '^[1-9][0-9]{0,9}$', message: 'This cursor is not one of ours' }),
  ),
  fields: Type.Optional(Type.Enum(['card'])),
};

/** Query string of the featured list and of a section's list; see `ArticleListQuery`. */
export const ArticlePageQuery = Type.Object(paging, { additionalProperties: false });
export type ArticlePageQuery = Static<typeof ArticlePageQuery>;

/**
 * Query string of the list of all articles. Without `limit` a list is whole. `after` is the opaque cursor from
 * the `Link: rel="next"` header; `fields=card` leaves out the content.
 */
export const ArticleListQuery = Type.Object(
  { section: Type.Optional(Section), featured: Type.Optional(Type.Enum(['0', '1'])), ...paging },
  { additionalProperties: false },
);
export type ArticleListQuery = Static<typeof ArticleListQuery>;
