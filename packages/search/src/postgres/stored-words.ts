import type { DocumentWords } from '../matching/inverted-index.ts';
import type { SearchDocument } from '../search.port.ts';
import { wordsOf } from '../words/words-of.ts';

/** The different words of a document in one text: a line for title, name and text, each word in the first that has it. */
export function storedWords({ title, authorName, excerpt, content }: SearchDocument): string {
  const inTitle = wordsOf(title);
  const inName = wordsOf(authorName ?? '');
  const inText = wordsOf(excerpt, content);
  for (const word of inText) if (inTitle.has(word) || inName.has(word)) inText.delete(word);
  return [inTitle, inName, inText].map((words) => [...words].join(' ')).join('\n');
}

/** The words as they were stored; no word has a space. */
export function readStoredWords(stored: string): Pick<DocumentWords, 'title' | 'name' | 'text'> {
  const [title = [], name = [], text = []] = stored
    .split('\n')
    .map((line) => (line === '' ? [] : line.split(' ')));
  return { title, name, text };
}
