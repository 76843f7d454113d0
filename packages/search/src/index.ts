export { compareRanks, createMatcher, type Matcher } from './matching/matcher.ts';
export { meilisearchModel } from './meilisearch/meilisearch.model.ts';
export { openSearchEngine, openSearchIndex } from './open-search.ts';
export { createPostgresSearchEngine } from './postgres/postgres-engine.ts';
export { createPostgresSearchIndex } from './postgres/postgres-index.ts';
export { searchModel } from './postgres/search.model.ts';
export * from './search.port.ts';
export { unlessAborted } from './unless-aborted.ts';
export { within } from './within.ts';
