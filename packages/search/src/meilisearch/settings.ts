import type { Settings } from 'meilisearch';
import { hitFields, type SearchHit, searchedFields } from '../search-document.ts';

/** All that decides what is found and in which order, so that no default of another version does. */
export const indexSettings = {
  displayedAttributes: ['id', ...hitFields, 'createdAt'] as (keyof SearchHit)[],
  // Best first, for `attributeRank`.
  searchableAttributes: searchedFields.flat(),
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
    disableOnAttributes: [],
    disableOnNumbers: true,
  },
  prefixSearch: 'indexingTime',
  proximityPrecision: 'byWord',
  pagination: { maxTotalHits: 1_000 },
  facetSearch: false,
  // A search that would take longer answers with what it has found by then.
  searchCutoffMs: 1_000,
} satisfies Settings;
