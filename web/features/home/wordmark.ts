/**
 * How a name is set across the page: its lines, at most `maxLines`, broken between words so that the longest is as
 * short as can be. Short names stay on one line.
 */
export function wordmarkLines(name: string, maxLines = 3): string[] {
  const words = name.split(/\s+/u).filter((word) => word !== '');
  let best = [words.join(' ')];
  for (let lines = 2; lines <= Math.min(maxLines, words.length); lines += 1) {
    if (lengthOf(best) <= 12) break;
    best = shortestBreak(words, lines);
  }
  return best;
}

/** Letters of the longest line. */
export function lengthOf(lines: readonly string[]): number {
  return Math.max(...lines.map((line) => Array.from(line).length));
}

function shortestBreak(words: readonly string[], lines: number): string[] {
  if (lines === 1) return [words.join(' ')];
  let best: string[] | undefined;
  for (let cut = 1; cut <= words.length - lines + 1; cut += 1) {
    const candidate = [words.slice(0, cut).join(' '), ...shortestBreak(words.slice(cut), lines - 1)];
    if (!best || lengthOf(candidate) < lengthOf(best)) best = candidate;
  }
  return best ?? [words.join(' ')];
}
