const numeral = /^\p{N}+$/u;

/** How many errors a typed word may have: one from 4 letters, two from 8; none where it is a number. */
export function errorsAllowed(word: string): 0 | 1 | 2 {
  const { length } = [...word];
  if (length < 4 || numeral.test(word)) return 0;
  return length < 8 ? 1 : 2;
}

/** The letters of a word as code points: one each, where a string may have two units. */
export function lettersOf(word: string): number[] {
  return Array.from(word, (letter) => letter.codePointAt(0) ?? 0);
}

/** The table of the errors between what was typed, of so many letters, and a word of which no letter is known yet. */
export function firstRows(typedLength: number): number[][] {
  return [Array.from({ length: typedLength + 1 }, (_none, index) => index)];
}

/**
 * Fills the row of a word's first `depth` letters, whose rows above are there: the errors between them and each beginning
 * of what was typed. Errors are missing, extra, wrong and swapped letters, each place counted once (optimal string
 * alignment). Gives the least of the row.
 */
export function fillRow(
  rows: number[][],
  depth: number,
  typed: readonly number[],
  letters: readonly number[],
): number {
  const { length } = typed;
  const above = rows[depth - 1] ?? [];
  const earlier = rows[depth - 2];
  const letter = letters[depth - 1];
  const letterBefore = letters[depth - 2];
  let row = rows[depth];
  if (!row) {
    row = new Array<number>(length + 1).fill(0);
    rows[depth] = row;
  }
  let least = depth;
  row[0] = depth;
  for (let at = 1; at <= length; at++) {
    let errors = (above[at - 1] ?? 0) + (typed[at - 1] === letter ? 0 : 1);
    const extra = (above[at] ?? 0) + 1;
    if (extra < errors) errors = extra;
    const missing = (row[at - 1] ?? 0) + 1;
    if (missing < errors) errors = missing;
    if (earlier && at > 1 && typed[at - 2] === letter && typed[at - 1] === letterBefore) {
      const swapped = (earlier[at - 2] ?? 0) + 1;
      if (swapped < errors) errors = swapped;
    }
    row[at] = errors;
    if (errors < least) least = errors;
  }
  return least;
}

/** Least errors between a typed word and a whole word, and between it and any beginning of that word. */
export type Errors = { readonly whole: number; readonly beginning: number };

/** What is more than `most` is told as `most + 1`. */
export function errorsBetween(typed: string, word: string, most: number): Errors {
  if (word.startsWith(typed)) return { whole: Math.min(word.length - typed.length, most + 1), beginning: 0 };
  const tooMany = { whole: most + 1, beginning: most + 1 };
  // A letter is one or two code units.
  if (most === 0 || word.length < typed.length - 2 * most) return tooMany;
  const [left, right] = [lettersOf(typed), lettersOf(word)];
  const { length } = left;
  const rows = firstRows(length);
  const deepest = Math.min(right.length, length + most);
  let errors = length;
  let beginning = length;
  for (let depth = 1; depth <= deepest; depth++) {
    const least = fillRow(rows, depth, left, right);
    errors = rows[depth]?.[length] ?? 0;
    beginning = Math.min(beginning, errors);
    if (least > most) break;
  }
  const whole = deepest < right.length ? most + 1 : errors;
  return { whole: Math.min(whole, most + 1), beginning: Math.min(beginning, most + 1) };
}
