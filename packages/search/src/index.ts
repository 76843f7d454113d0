export {
  compareRanks,
  createMatcher,
  type Matcher,
  type Rank,
  type RankedTexts,
} from './matching/matcher.ts';
export * from './search.port.ts';
export { readingsOf, wordsOf } from './words/words-of.ts';
