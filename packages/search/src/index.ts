export { createEmbeddedEngine } from './embedded/embedded-engine.ts';
export { createEmbeddedIndex } from './embedded/embedded-index.ts';
export { searchModel } from './embedded/search.model.ts';
export { meilisearchModel } from './meilisearch/meilisearch-index.ts';
export { openSearchEngine, openSearchIndex, searchModelOf } from './open-search.ts';
export * from './search.port.ts';
export { graphemesOf } from './text/graphemes.ts';
export { createHighlighter, type Highlighter } from './text/highlight.ts';
export { type ParsedQuery, parseQuery } from './text/parse-query.ts';
