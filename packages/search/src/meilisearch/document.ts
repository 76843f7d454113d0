import type { SearchDocument } from '../search.port.ts';
import { wordsOf } from '../words/words-of.ts';
import { tokensOf } from './tokens.ts';

/** What an answer shows of a document, and what the order of hits is made from. */
export const shownAttributes = [
  'id',
  'title',
  'excerpt',
  'content',
  'section',
  'authorName',
  'authorAge',
  'createdAt',
] as const satisfies readonly (keyof SearchDocument)[];

/** Where Meilisearch looks for words, best first. Nobody gets to see these. */
export const searchedAttributes = [
  'titleWords',
  'titleBeginnings',
  'nameWords',
  'nameBeginnings',
  'textWords',
  'textBeginnings',
] as const;

export type IndexedDocument = SearchDocument & {
  readonly [attribute in (typeof searchedAttributes)[number]]: string;
} & {
  /** Milliseconds since 1970. */
  readonly createdAtMilliseconds: number;
};

/** The document as Meilisearch keeps it: as it is, and beside it its words as the search compares them. */
export function toIndexedDocument(document: SearchDocument): IndexedDocument {
  const { id, title, excerpt, content, section, authorName, authorAge, createdAt } = document;
  const [ofTitle, ofName, ofText] = [
    tokensOf(wordsOf(title)),
    tokensOf(wordsOf(authorName ?? '')),
    tokensOf(wordsOf(excerpt, content)),
  ];
  return {
    id,
    title,
    excerpt,
    content,
    section,
    authorName,
    authorAge,
    createdAt,
    createdAtMilliseconds: Date.parse(createdAt),
    titleWords: ofTitle.words,
    titleBeginnings: ofTitle.beginnings,
    nameWords: ofName.words,
    nameBeginnings: ofName.beginnings,
    textWords: ofText.words,
    textBeginnings: ofText.beginnings,
  };
}
