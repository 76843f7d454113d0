export { createCorpus } from './corpus.ts';
export { type Measured, measure, type Quality } from './measure.ts';
export { beyondKinds, createQueries, exactKinds, typoKinds } from './queries.ts';
