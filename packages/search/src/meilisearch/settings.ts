import { createHash } from 'node:crypto';
import type { Settings } from 'meilisearch';
import { searchedAttributes, shownAttributes } from './document.ts';

/** The words of a document are always made by the same code; a change of it changes this, and the index is made anew. */
const versionOfDocuments = 3;

/** All that decides what is found and in which order, so that no default of another version does. */
export const indexSettings = {
  displayedAttributes: [...shownAttributes],
  searchableAttributes: [...searchedAttributes],
  filterableAttributes: [],
  sortableAttributes: [],
  // Fewer errors, then the better place; "words" has nothing to do where all words must be there.
  rankingRules: ['words', 'typo', 'attributeRank', 'createdAtMilliseconds:desc', 'id:desc'],
  stopWords: [],
  synonyms: {},
  distinctAttribute: null,
  separatorTokens: [],
  nonSeparatorTokens: [],
  dictionary: [],
  typoTolerance: {
    enabled: true,
    // One more than the words have, for the letter before each.
    minWordSizeForTypos: { oneTypo: 5, twoTypos: 9 },
    disableOnWords: [],
    disableOnAttributes: [],
    disableOnNumbers: false,
  },
  // Beginnings are words of the documents, so that any word of a question may be one, and with errors too.
  prefixSearch: 'disabled',
  // No rule asks how near words are to each other.
  proximityPrecision: 'byAttribute',
  localizedAttributes: [{ attributePatterns: ['*'], locales: ['eng'] }],
  pagination: { maxTotalHits: 1_000 },
  facetSearch: false,
  // Each reading of a question has as long, one after the other; both have to be answered within its time.
  searchCutoffMs: 600,
} satisfies Settings;

/** Differs where an index that other settings have made would answer differently. */
export const settingsHash = createHash('sha256')
  .update(JSON.stringify([versionOfDocuments, indexSettings]))
  .digest('hex');
