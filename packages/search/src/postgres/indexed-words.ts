import type { SearchDocument } from '../search.port.ts';
import { wordsOf } from '../words/words-of.ts';

/** The different words of a document: those of its title and name, and all. */
export type IndexedWords = { readonly head: ReadonlySet<string>; readonly all: ReadonlySet<string> };

export function indexedWords(document: SearchDocument): IndexedWords {
  const head = wordsOf(document.title, document.authorName ?? '');
  return { head, all: new Set([...head, ...wordsOf(document.excerpt, document.content)]) };
}

/** How the number of documents and heads that have a word changes. */
export type TermChange = { documents: number; heads: number };

/** What putting or taking away (`by` is -1) the words of documents changes. */
export function countWords(
  counts: Map<string, TermChange>,
  { head, all }: IndexedWords,
  by: 1 | -1,
): Map<string, TermChange> {
  for (const word of all) {
    let count = counts.get(word);
    if (!count) {
      count = { documents: 0, heads: 0 };
      counts.set(word, count);
    }
    count.documents += by;
    if (head.has(word)) count.heads += by;
  }
  return counts;
}
