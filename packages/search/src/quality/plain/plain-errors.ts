/** How many errors a typed word may have; a number none. */
export function allowedErrors(typed: string): number {
  const letters = [...typed].length;
  if (letters < 4 || /^\p{N}+$/u.test(typed)) return 0;
  return letters < 8 ? 1 : 2;
}

/**
 * The least number of missing, extra, wrong or swapped letters between what was typed and a word (`whole`), and between
 * it and any beginning of the word (`beginning`): optimal string alignment (Boytsov, "Indexing methods for approximate
 * dictionary searching", 2011). Above `limit` a number only says that it is above.
 */
export function errorsBetween(typed: string, word: string, limit: number) {
  if (limit === 0) {
    const beginning = word.startsWith(typed) ? 0 : 1;
    return { whole: word === typed ? 0 : 1, beginning };
  }
  const above = { whole: limit + 1, beginning: limit + 1 };
  const [from, to] = [[...typed], [...word]];
  if (to.length < from.length - limit) return above;
  const columns = Math.min(to.length, from.length + limit);
  let before: number[] = [];
  let row = Array.from({ length: columns + 1 }, (_, column) => column);
  let leastBefore = 0;
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= columns; j++) {
      const same = from[i - 1] === to[j - 1];
      let errors = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        errors = Math.min(errors, (before[j - 2] ?? 0) + 1);
      next.push(errors);
      if (errors < least) least = errors;
    }
    if (least > limit && leastBefore > limit) return above;
    leastBefore = least;
    before = row;
    row = next;
  }
  return {
    whole: to.length > columns ? limit + 1 : (row[columns] ?? limit + 1),
    beginning: Math.min(...row),
  };
}
