import { errorsAllowed } from '../matching/errors.ts';
import { readingsOf } from '../words/words-of.ts';
import { tokenOf } from './tokens.ts';

/** A harder end than a space: Meilisearch also looks for words that a space parts as if they were one. */
const between = ', ';

/**
 * What to ask Meilisearch for a text, once for each way to read it; nothing where it has no word. The words are ours, so
 * that no quote, minus or other sign of its syntax gets through; one that may have no errors is asked for in quotes.
 */
export function questionsOf(text: string): string[] {
  return readingsOf(text).map((reading) => reading.map(termOf).join(between));
}

function termOf(word: string): string {
  return errorsAllowed(word) === 0 ? `"${tokenOf(word)}"` : tokenOf(word);
}
