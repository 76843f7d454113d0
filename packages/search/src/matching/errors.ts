const numeral = /^\p{N}+$/u;

/** How many errors a typed word may have: one from 4 letters, two from 8; none where it is a number. */
export function errorsAllowed(word: string): 0 | 1 | 2 {
  const { length } = [...word];
  if (length < 4 || numeral.test(word)) return 0;
  return length < 8 ? 1 : 2;
}

/** Least errors between a typed word and a whole word, and between it and any beginning of that word. */
export type Errors = { readonly whole: number; readonly beginning: number };

/**
 * Errors are missing, extra, wrong and swapped letters, each place counted once (optimal string alignment). What is more
 * than `most` is told as `most + 1`.
 */
export function errorsBetween(typed: string, word: string, most: number): Errors {
  if (word.startsWith(typed)) return { whole: Math.min(word.length - typed.length, most + 1), beginning: 0 };
  const tooMany = { whole: most + 1, beginning: most + 1 };
  // A letter is one or two code units.
  if (most === 0 || word.length < typed.length - 2 * most) return tooMany;
  const [left, right] = [[...typed], [...word].slice(0, typed.length + most)];
  const cut = [...word].length > right.length;
  let before: number[] = [];
  let row = left.map((_letter, index) => index + 1);
  row.unshift(0);
  let beginning = row[left.length] ?? 0;
  for (const [index, letter] of right.entries()) {
    const next = [index + 1];
    for (let at = 1; at <= left.length; at++) {
      const wrong = left[at - 1] === letter ? 0 : 1;
      let least = Math.min((row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, (row[at - 1] ?? 0) + wrong);
      if (index > 0 && at > 1 && left[at - 1] === right[index - 1] && left[at - 2] === letter)
        least = Math.min(least, (before[at - 2] ?? 0) + 1);
      next.push(least);
    }
    [before, row] = [row, next];
    beginning = Math.min(beginning, row[left.length] ?? 0);
    if (Math.min(...row) > most) break;
  }
  const whole = cut ? most + 1 : (row[left.length] ?? 0);
  return { whole: Math.min(whole, most + 1), beginning: Math.min(beginning, most + 1) };
}
