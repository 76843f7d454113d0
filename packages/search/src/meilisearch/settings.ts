import type { Settings } from 'meilisearch';
import {
  hitFields,
  type SearchDocument,
  type SearchHit,
  searchedFields,
  textsOf,
} from '../search-document.ts';
import { soundOf } from '../text/sound.ts';
import { wordsOf } from '../text/words.ts';

/** The attributes to search: either the texts, best first for `attributeRank`, or the sounds of their words. */
export const searchedAttributes = { texts: searchedFields.flat() as string[], sounds: ['sounds'] };

/** Returns a document as it is indexed: with the distinct sounds of its words as a list. */
export function withSounds(document: SearchDocument) {
  const words = wordsOf(...textsOf(document).flat());
  return { ...document, sounds: [...new Set(Array.from(words, soundOf))] };
}

/** Every setting that affects which documents are found and in which order, so that no version's defaults matter. */
export const indexSettings = {
  displayedAttributes: ['id', ...hitFields, 'createdAt'] as (keyof SearchHit)[],
  searchableAttributes: [...searchedAttributes.texts, ...searchedAttributes.sounds],
  filterableAttributes: [],
  sortableAttributes: [],
  // Exact before typos, titles before names before texts, whole words before prefixes, newer before older.
  rankingRules: ['words', 'typo', 'attributeRank', 'exactness', 'createdAt:desc', 'id:desc'],
  stopWords: [],
  synonyms: {},
  distinctAttribute: null,
  separatorTokens: [],
  nonSeparatorTokens: [],
  dictionary: [],
  typoTolerance: {
    enabled: true,
    minWordSizeForTypos: { oneTypo: 4, twoTypos: 8 },
    disableOnWords: [],
    // Matching by sound is already tolerant.
    disableOnAttributes: searchedAttributes.sounds,
    disableOnNumbers: true,
  },
  prefixSearch: 'indexingTime',
  proximityPrecision: 'byWord',
  pagination: { maxTotalHits: 1_000 },
  facetSearch: false,
  // A search that would take longer returns the hits found so far.
  searchCutoffMs: 1_000,
} satisfies Settings;
