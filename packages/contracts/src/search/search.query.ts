import Type, { type Static } from 'typebox';

/** Most characters that a search may have. */
export const maxSearchLength = 200;
export const defaultSearchLimit = 5;
/** What the results page asks for at once, and how far its pages go. */
export const searchPageSize = 20;
export const maxSearchPage = 10;

/**
 * Query string of the search. `q` may be any text; nothing is found for one without a word. `page` counts from 1 in
 * steps of `limit`; `Link: rel="next"` names the one after. `passages=1` adds a piece of the text where that is where it
 * matched.
 */
export const SearchQuery = Type.Object(
  {
    q: Type.Optional(
      Type.String({
        maxLength: maxSearchLength,
        message: 'Search for at most 200 characters',
        messages: { type: 'Search for one text at a time' },
      }),
    ),
    limit: Type.Optional(
      Type.String({ pattern: '^([1-9]|1[0-9]|20)$', message: 'Limit must be between 1 and 20' }),
    ),
    page: Type.Optional(Type.String({ pattern: '^([1-9]|10)$', message: 'Page must be between 1 and 10' })),
    passages: Type.Optional(Type.Enum(['1'])),
  },
  { additionalProperties: false },
);
export type SearchQuery = Static<typeof SearchQuery>;
