export { createCorpus } from './corpus/create-corpus.ts';
export { createQueries } from './errors/create-queries.ts';
export { type Measured, measure, type Quality } from './measure.ts';
export { createPlainMatcher } from './plain/plain-matcher.ts';
