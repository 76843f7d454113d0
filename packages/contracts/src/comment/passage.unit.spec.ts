import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPassage, maxQuotationLength, type PassageTexts, paragraphsIn, passageAt } from './passage.ts';

const pitch = (fullEssay: string): PassageTexts => ({
  articleTitle: 'Why the sea rises',
  articleSummary: 'A view from the pier.',
  fullEssay,
});
const essay = 'The sea is old.\n\nThe sea is loud at night, and the pier is not.\n\nThe sea is cold.';

/** Returns paragraph and start of the place at which a passage of one essay is found in another. */
function found(before: string, words: string, after: string, nth = 0) {
  const texts = pitch(before);
  const places = paragraphsIn(texts, 'fullEssay').flatMap((text, paragraph) =>
    [...text.matchAll(new RegExp(words, 'g'))].map(({ index }) => ({ paragraph, start: index })),
  );
  const { paragraph = 0, start = 0 } = places[nth] ?? {};
  const passage = passageAt(texts, { field: 'fullEssay', paragraph, start, end: start + words.length });
  const place = passage && findPassage(pitch(after), passage);
  return place && [place.paragraph, place.start];
}

describe('a passage', () => {
  it('is quoted without whitespace at its ends, together with the text before and after it', () => {
    expect(passageAt(pitch(essay), { field: 'fullEssay', paragraph: 1, start: 3, end: 12 })).toEqual({
      field: 'fullEssay',
      paragraph: 1,
      quotation: 'sea is l',
      before: 'The ',
      after: 'oud at night, and the pier is no',
    });
    expect(passageAt(pitch(essay), { field: 'articleTitle', paragraph: 0, start: 0, end: 3 })).toEqual({
      field: 'articleTitle',
      paragraph: 0,
      quotation: 'Why',
      before: '',
      after: ' the sea rises',
    });
  });

  it.each([
    [{ paragraph: 0, start: 3, end: 4 }],
    [{ paragraph: 0, start: 4, end: 4 }],
    [{ paragraph: 7, start: 0, end: 9 }],
    [{ paragraph: 0, start: 900, end: 905 }],
  ])('is undefined if the selection contains no words: %j', (place) => {
    expect(passageAt(pitch(essay), { field: 'fullEssay', ...place })).toBeUndefined();
  });

  it('is truncated to the maximum length, but never within a character', () => {
    const long = `x${'🍎'.repeat(600)}`;
    const passage = passageAt(pitch(long), { field: 'fullEssay', paragraph: 0, start: 0, end: long.length });
    expect(passage?.quotation.length).toBe(maxQuotationLength - 1);
    expect([passage?.quotation.isWellFormed(), passage?.after.isWellFormed()]).toEqual([true, true]);
  });
});

describe('a passage is found again', () => {
  it.each([
    ['in an unchanged text', 'The sea', 1, essay, [1, 0]],
    ['behind a new paragraph', 'The sea', 1, `A new beginning.\n\n${essay}`, [2, 0]],
    ['behind a new paragraph with the same words', 'The sea', 1, `The sea, new.\n\n${essay}`, [2, 0]],
    ['after the preceding paragraph was removed', 'The sea', 1, essay.slice(17), [0, 0]],
    ['in a moved paragraph', 'loud at night', 0, 'Loud.\n\nIt is loud at night, and so on.', [1, 6]],
    ['in changed surroundings', 'loud', 0, 'Old.\n\nIt is loud, so loud!', [1, 6]],
    ['between other line ends', 'cold', 0, essay.replaceAll('\n', '\r\n'), [2, 11]],
    ['not if its words were removed', 'loud', 0, essay.replace('loud', 'quiet'), undefined],
    ['not by a single word of it elsewhere', 'loud', 0, 'A loud party.\n\nThe sea is calm.', undefined],
    ['not in an empty text', 'loud', 0, '', undefined],
  ])('%s', (_where, words, nth, after, expected) => {
    expect(found(essay, words, after, nth)).toEqual(expected);
  });

  const line = fc.stringMatching(/^[a-c .]{0,30}[a-c]$/);
  const passages = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 6 }),
    at: fc.nat(),
    from: fc.nat(),
    length: fc.integer({ min: 1, max: 40 }),
    others: fc.array(line, { maxLength: 4 }),
    where: fc.nat(),
  });

  it('with the same quotation and context, whatever is written into other paragraphs', () => {
    fc.assert(
      fc.property(passages, ({ lines, at, from, length, others, where }) => {
        const texts = pitch(lines.join('\n\n'));
        const before = paragraphsIn(texts, 'fullEssay');
        const paragraph = at % before.length;
        const own = before[paragraph] ?? '';
        const start = from % own.length;
        const passage = passageAt(texts, { field: 'fullEssay', paragraph, start, end: start + length });
        fc.pre(passage !== undefined);
        const rest = [...before.slice(0, paragraph).slice(0, where), ...others];
        const edited = pitch([...rest, own, ...before.slice(paragraph + 1)].join('\n\n'));
        const place = findPassage(edited, passage);
        expect(place).toBeDefined();
        const again = place && passageAt(edited, place);
        expect(again).toEqual({ ...passage, paragraph: place?.paragraph });
      }),
    );
  });

  it('with the same quotation, whatever is added at the start and end of its paragraph', () => {
    fc.assert(
      fc.property(passages, line, line, ({ lines, at, from, length }, head, tail) => {
        const texts = pitch(lines.join('\n\n'));
        const before = [...paragraphsIn(texts, 'fullEssay')];
        const paragraph = at % before.length;
        const own = before[paragraph] ?? '';
        const start = from % own.length;
        const passage = passageAt(texts, { field: 'fullEssay', paragraph, start, end: start + length });
        fc.pre(passage !== undefined);
        before[paragraph] = `${head}${own}${tail}`;
        const edited = pitch(before.join('\n\n'));
        const place = findPassage(edited, passage);
        expect(place && passageAt(edited, place)?.quotation).toBe(passage.quotation);
      }),
    );
  });

  it('only at an exact match of its quotation, in any text and without throwing', () => {
    const unit = fc.constantFrom('a', 'b', ' ', '\n', '\r', '\0', '\ud83c', '\udf4e', '🍎');
    const text = fc.string({ unit, maxLength: 60 });
    const field = fc.constantFrom('articleTitle', 'articleSummary', 'fullEssay');
    const passage = fc.record({ field, paragraph: fc.nat(), quotation: text, before: text, after: text });
    fc.assert(
      fc.property(text, passage, (after, sought) => {
        const place = findPassage(pitch(after), sought);
        if (!place) return;
        const paragraph = paragraphsIn(pitch(after), sought.field)[place.paragraph];
        expect(paragraph?.slice(place.start, place.end)).toBe(sought.quotation);
      }),
    );
  });

  it.each([
    ['repeats itself', 'a'.repeat(60_000), 'a'.repeat(maxQuotationLength)],
    ['almost has it everywhere', 'a'.repeat(60_000), `b${'a'.repeat(maxQuotationLength - 1)}`],
    ['has as many paragraphs as it can', 'a\n\n'.repeat(20_000), 'a'],
  ])('or given up within 200 ms of CPU time, even if the text %s', (_what, text, quotation) => {
    const passage = { field: 'fullEssay', paragraph: 9, quotation, before: 'a', after: 'a' } as const;
    findPassage(pitch(text), passage);
    const before = process.threadCpuUsage();
    findPassage(pitch(text), passage);
    expect(process.threadCpuUsage(before).user).toBeLessThan(200_000);
  });
});
