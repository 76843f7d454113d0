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

/** Where questions are asked: of the texts, best first, for `attributeRank`; or of how their words sound. */
export const searchedAttributes = { texts: searchedFields.flat() as string[], sounds: ['sounds'] };

/** Returns a document as the index has it: with the sounds of its words, each in a text of its own. */
export function withSounds(document: SearchDocument) {
  const words = wordsOf(...textsOf(document).flat());
  return { ...document, sounds: [...new Set(Array.from(words, soundOf))] };
}

/** All that decides what is found and in which order, so that no default of another version does. */
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
    // Much was forgiven already.
    disableOnAttributes: searchedAttributes.sounds,
    disableOnNumbers: true,
  },
  prefixSearch: 'indexingTime',
  proximityPrecision: 'byWord',
  pagination: { maxTotalHits: 1_000 },
  facetSearch: false,
  // A search that would take longer answers with what it has found by then.
  searchCutoffMs: 1_000,
} satisfies Settings;
