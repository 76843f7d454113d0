// Apart from the schemas, so that a browser that needs these needs no schema library.

/** The most characters that a search may have. */
export const maxSearchLength = 200;
export const defaultSearchLimit = 5;
/** How many the results page asks for at once, and how many pages it has at most. */
export const searchPageSize = 20;
export const maxSearchPage = 10;
