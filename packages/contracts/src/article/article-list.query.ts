import Type, { type Static } from 'typebox';
import { Section } from './article.schema.ts';

export const maxListLimit = 100;

/**
 * Query string of every article list. Without `limit` a list is whole. `after` is the opaque cursor from
 * the `Link: rel="next"` header; `fields=card` leaves out the content.
 */
export const ArticleListQuery = Type.Object(
  {
    section: Type.Optional(Section),
    featured: Type.Optional(Type.Enum(['0', '1'])),
    limit: Type.Optional(Type.String({ pattern: '^([1-9][0-9]?|100)$', message: 'Limit must be between 1 and 100' })),
    after: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,9}$', message: 'This cursor is not one of ours' })),
    fields: Type.Optional(Type.Enum(['card'])),
  },
  { additionalProperties: false },
);
export type ArticleListQuery = Static<typeof ArticleListQuery>;
