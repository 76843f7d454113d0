import { foldWord } from './fold-word.ts';
import { numeral } from './vocabulary.ts';
import { charactersOf, hyphen, isUnspaced, runs } from './words.ts';

/** One reading of a query: the words that must all be found. */
export type QueryVariant = readonly string[];

/** A parsed query. */
export type ParsedQuery = {
  /** The query as typed. */
  readonly text: string;
  /**
   * At most ten distinct folded words each; empty if the text has no word. For words with hyphens, the first variant
   * contains the parts, and the second the whole words.
   */
  readonly variants: readonly QueryVariant[];
};

const maxWords = 10;

/** Parses any text; a run of a script without spaces is searched for by its pairs of characters. */
export function parseQuery(text: string): ParsedQuery {
  const apart: string[] = [];
  const joined: string[] = [];
  for (const run of text.match(runs) ?? []) {
    if (isUnspaced.test(run)) {
      const pairs = pairsOf(run);
      apart.push(...pairs);
      joined.push(...pairs);
    } else {
      apart.push(...run.split(hyphen).map(foldWord));
      joined.push(foldWord(run));
    }
  }
  const [first = [], second = []] = [apart, joined].map((words) =>
    [...new Set(words)].filter((word) => word !== '').slice(0, maxWords),
  );
  if (first.length === 0) return { text, variants: [] };
  return { text, variants: first.join(' ') === second.join(' ') ? [first] : [first, second] };
}

function pairsOf(run: string): string[] {
  const characters = charactersOf(run);
  if (characters.length === 1) return [foldWord(run)];
  return characters.slice(1).map((character, index) => foldWord(`${characters[index]}${character}`));
}

const shortestPart = 2;

/**
 * Yields the variants with one space fewer or more: two neighbouring words joined, or a word split in two if `isTerm`
 * knows the first part. Numbers and single letters don't count as parts of a word.
 */
export function* spacingVariants(
  variant: QueryVariant,
  isTerm: (word: string) => boolean,
): Generator<QueryVariant, void> {
  for (const [at, word] of variant.entries()) {
    const next = variant[at + 1];
    if (next !== undefined) yield variant.toSpliced(at, 2, word + next);
    const letters = [...word];
    for (let cut = shortestPart; cut <= letters.length - shortestPart; cut++) {
      const [left, right] = [letters.slice(0, cut).join(''), letters.slice(cut).join('')];
      if (!numeral.test(left) && !numeral.test(right) && isTerm(left))
        yield variant.toSpliced(at, 1, left, right);
    }
  }
}
