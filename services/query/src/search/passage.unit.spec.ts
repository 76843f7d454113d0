import { createHighlighter, parseQuery } from '@journal/search';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passageOf } from './passage.ts';

const find = (text: string, content: string) =>
  passageOf(content, createHighlighter(parseQuery(text))(content));
const marked = (text: string, content: string) => {
  const passage = find(text, content);
  return passage?.matches.map(([from, to]) => passage.text.slice(from, to));
};
const lines = (count: number) => Array.from({ length: count }, (_, at) => `Sentence number ${at}.`).join(' ');

function placesOf(part: string, text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) places.push(at);
  return places;
}

describe('a passage', () => {
  it('is the whole text if the text is short', () => {
    expect(find('keeper', ' The keeper slept.\n')).toEqual({ text: 'The keeper slept.', matches: [[4, 10]] });
  });

  it('is undefined if nothing matches', () => {
    expect(find('keeper', 'The sea')).toBeUndefined();
    expect(find('keeper', '')).toBeUndefined();
  });

  it.each([
    ['at the beginning', `The keeper slept. ${lines(50)}`, /^The keeper slept\. Sentence .*…$/],
    ['in the middle', `${lines(50)} The keeper slept. ${lines(50)}`, /^…\w.* The keeper slept\. .*\S…$/],
    ['at the end', `${lines(50)} The keeper slept.`, /^…\w.* The keeper slept\.$/],
  ])('%s of a long text is cut between words', (_where, content, expected) => {
    const { text = '' } = find('keeper', content) ?? {};
    expect(text).toMatch(expected);
    expect(text.length).toBeGreaterThan(150);
    expect(text.length).toBeLessThanOrEqual(202);
    const whole = new Set(content.match(/\w+/g));
    for (const word of text.match(/\w+/g) ?? []) expect(whole).toContain(word);
  });

  it.each([
    ['a full stop', '.'],
    ['a comma', ','],
    ['an ellipsis', ' …'],
    ['a full stop of another script', '。'],
  ])('drops %s at its end if it is cut there', (_what, stop) => {
    const content = `${'a '.repeat(50)}keeper${' b'.repeat(46)}${stop} ${lines(20)}`;
    const { text = '' } = find('keeper', content) ?? {};
    expect(text).toMatch(/\bkeeper .*b…$/);
  });

  it('contains as many of the first matches as fit', () => {
    const content = `${lines(30)} A keeper, ${'x '.repeat(60)}a lighthouse. ${lines(30)}`;
    expect(marked('lighthouse keeper', content)).toEqual(['keeper', 'lighthouse']);
  });

  it('marks the best matches of the whole text, and no merely similar words', () => {
    const content = `The keener one. ${lines(30)} The keeper and the keener one. ${lines(30)}`;
    expect(marked('keeper', content)).toEqual(['keeper']);
  });

  it.each([
    ['a word that is longer than a passage', 'keeper', `${lines(20)} keeper${'r'.repeat(500)} ${lines(20)}`],
    ['nothing but one word', 'keeper', `keeper${'r'.repeat(60_000)}`],
    ['a text without spaces', '灯台', `${'海は広い'.repeat(200)}灯台${'海は広い'.repeat(200)}`],
    [
      'a text without spaces, by words of a dictionary',
      'ประภาคาร',
      `${'ทะเลกว้าง'.repeat(200)}ประภาคาร${'ทะเลกว้าง'.repeat(200)}`,
    ],
    ['a match amid pictures', 'keeper', `${'👩‍👩‍👧‍👦'.repeat(100)} keeper ${'👩🏽‍🚀'.repeat(100)}`],
  ])('is found for %s', (_what, text, content) => {
    const passage = find(text, content);
    expect(passage?.text.length).toBeLessThanOrEqual(260);
    expect(passage?.matches.length).toBeGreaterThan(0);
  });

  it('is never cut within a character, and contains all of its marks, for any text', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'keeper',
        ' ',
        '\n',
        '\r\n',
        '👩‍👩‍👧‍👦',
        '🇩🇪',
        '🇫🇷',
        'é',
        ' ́',
        'क्षि',
        'ประภาคาร',
        '灯台',
        '한국',
        '\u0600',
        '\u200d',
        '\0',
      ),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.string({ unit: 'binary', maxLength: 30 }),
    );
    const textOf = fc.tuple(fc.array(piece, { maxLength: 80 }), fc.array(piece, { maxLength: 80 }));
    const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });
    fc.assert(
      fc.property(textOf, ([before, after]) => {
        const content = `${before.join('')} keeper ${after.join('')}`;
        const passage = find('keeper', content);
        expect(passage).toBeDefined();
        const { text = '', matches = [] } = passage ?? {};
        expect(matches.length).toBeGreaterThan(0);
        const inner = text.replace(/^…/, '').replace(/…$/, '');
        const borders = new Set([
          content.length,
          ...[...characters.segment(content)].map(({ index }) => index),
        ]);
        const places = placesOf(inner, content);
        expect(places.some((at) => borders.has(at) && borders.has(at + inner.length))).toBe(true);
        let last = 0;
        for (const [from, to] of matches) {
          expect(from).toBeGreaterThanOrEqual(last);
          expect(to).toBeGreaterThan(from);
          last = to;
        }
        expect(last).toBeLessThanOrEqual(text.length);
        expect(text.isWellFormed()).toBe(content.isWellFormed());
      }),
      { numRuns: 300 },
    );
  });
});
