import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DifferencePart } from './history.routes.ts';
import { wordDifference } from './word-difference.ts';

/** Readable form: `[-removed-]`, `{+added+}`. */
const shown = (parts: readonly DifferencePart[]) =>
  parts
    .map(({ kind, text }) => ({ same: text, removed: `[-${text}-]`, added: `{+${text}+}` })[kind])
    .join('');
const without = (kind: DifferencePart['kind'], parts: readonly DifferencePart[]) =>
  parts
    .filter((part) => part.kind !== kind)
    .map(({ text }) => text)
    .join('');

describe('wordDifference', () => {
  it.each([
    ['', '', ''],
    ['Same', 'Same', 'Same'],
    ['', 'New', '{+New+}'],
    ['Gone', '', '[-Gone-]'],
    ['One word here', 'One other here', 'One [-word-]{+other+} here'],
    ['It ends', 'It ends, late', 'It ends{+, late+}'],
    ['A big red fox', 'A small blue fox', 'A [-big red-]{+small blue+} fox'],
    ['Then it’s over', 'Then it’s not over', 'Then it’s {+not +}over'],
    ['naïve 🍎', 'naïve 🍏', 'naïve [-🍎-]{+🍏+}'],
    ['e\u0301a', 'e\u0301b', '[-e\u0301a-]{+e\u0301b+}'],
    ['one\n\ntwo', 'one\n\nand\n\ntwo', 'one\n\n{+and\n\n+}two'],
    ['15', '16', '[-15-]{+16+}'],
  ])('marks the words changed from %j to %j', (before, after, seen) => {
    expect(shown(wordDifference(before, after))).toBe(seen);
  });

  it('marks only the 800 replaced words of a text of 8,000 different words as removed', () => {
    const text = Array.from({ length: 8_000 }, (_, index) => `word${index}`);
    const parts = wordDifference(
      text.join(' '),
      text.map((word, index) => (index % 10 === 0 ? 'changed' : word)).join(' '),
    );
    expect(parts.filter(({ kind }) => kind === 'removed')).toHaveLength(800);
    expect(parts.every(({ kind, text }) => kind !== 'removed' || /^word\d+$/.test(text))).toBe(true);
  });
});

it('wordDifference reproduces both texts exactly, in non-empty parts of alternating kinds', () => {
  const word = fc.constantFrom(
    'a',
    'the',
    'sea',
    'sea.',
    '…',
    '\n\n',
    '  ',
    '🍎',
    '\ud83c',
    'é',
    'e\u0301',
    '\t',
  );
  const text = fc.oneof(
    fc.array(word, { maxLength: 100 }).map((words) => words.join(' ')),
    fc.string(),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = wordDifference(before, after);
      expect(without('added', parts)).toBe(before);
      expect(without('removed', parts)).toBe(after);
      expect(parts.every((part, index) => part.text !== '' && part.kind !== parts[index - 1]?.kind)).toBe(
        true,
      );
    }),
    { numRuns: 100 },
  );
});

describe('wordDifference takes less than 1.5 s of CPU time for texts of 60,000 characters', () => {
  /** Pseudo-random words, the same for the same seed. */
  function chosen(seed: number, vocabulary: number, length = 60_000): string {
    let state = seed;
    let text = '';
    while (text.length < length) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      text += `w${(state % vocabulary).toString(36)}${state % 11 === 0 ? '. ' : ' '}`;
    }
    return text.slice(0, length);
  }

  it.each([
    ['two wholly different ones', chosen(1, 5_000), chosen(2, 5_003)],
    ['two of few words', chosen(1, 20), chosen(2, 21)],
    ['two of two words', chosen(1, 2), chosen(2, 2)],
    ['one word again and again', 'a '.repeat(30_000), 'a b '.repeat(15_000)],
    ['two words that change places', 'ab '.repeat(20_000), 'ba '.repeat(20_000)],
    ['no words', '.,'.repeat(30_000), '.\n'.repeat(30_000)],
    ['one letter each', 'a.'.repeat(30_000), 'b.a.'.repeat(15_000)],
  ])('of this kind: %s', (_what, before, after) => {
    const { user } = process.cpuUsage();
    const parts = wordDifference(before, after);
    // Takes about 30 ms. A quadratic algorithm would take ten seconds or more.
    expect(process.cpuUsage({ user, system: 0 }).user / 1_000).toBeLessThan(1_500);
    expect(without('added', parts)).toBe(before);
    expect(without('removed', parts)).toBe(after);
  });
});
