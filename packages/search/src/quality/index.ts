export { createCorpus } from './corpus/create-corpus.ts';
export { createQueries } from './errors/create-queries.ts';
export { hardCases } from './hard/hard-cases.ts';
export { hardDocuments } from './hard/hard-documents.ts';
export { type Measured, measure, type Quality } from './measure.ts';
export { createPlainMatcher } from './plain/plain-matcher.ts';
