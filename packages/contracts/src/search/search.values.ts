// Separate from the schemas, so that browsers can load these without a schema library.

/** Maximum length of a search text, in characters. */
export const maxSearchLength = 200;
export const defaultSearchLimit = 5;
/** Page size of the results page, and its maximum number of pages. */
export const searchPageSize = 20;
export const maxSearchPage = 10;
