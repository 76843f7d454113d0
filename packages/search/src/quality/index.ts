export { batches, createCorpus } from './corpus.ts';
export { measure } from './measure.ts';
export { beyondKinds, createQueries, exactKinds, typoKinds } from './queries.ts';
