import { describe, expect, it } from 'vitest';
import { wordsOf } from '../words/words-of.ts';
import { tokenOf, tokensOf } from './tokens.ts';

/** What Meilisearch's tokeniser takes for Latin, or for no script at all, and never for a separator. */
const untouched = /^x[a-z0-9\u{f0000}-\u{ffffd}\u{100000}-\u{10fffd}]+$/u;

describe('a token', () => {
  it('is the word with a letter in front', () => {
    expect(tokenOf('school')).toBe('xschool');
  });

  it.each(['школа', 'φωνη', 'مدرسة', 'स्कूल', '한국어', '学校', 'รัก', '𠮷野', '2026', 'ѣ'])(
    'of %s has one letter more, and none that Meilisearch would cut or change',
    (text) => {
      for (const word of wordsOf(text)) {
        const token = tokenOf(word);
        expect(token).toMatch(untouched);
        expect([...token].length).toBe([...word].length + 1);
        expect(token.normalize('NFKD').toLowerCase()).toBe(token);
      }
    },
  );

  it('differs where the word does', () => {
    const words = ['a', 'x', 'а', 'х', 'α', '学', '校', '學', 'ｱ', '\ufffd', '𠮷', '𐍈'];
    expect(new Set(words.map(tokenOf)).size).toBe(words.length);
  });

  // Meilisearch would take a wrong word for two right ones: `xboxes` for a word with `bo` and one with `es` in front.
  it.each(['boxes', 'x', 'xx', 'exxon', 'хxх'])('of %s has the letter in front nowhere else', (word) => {
    expect(tokenOf(word).lastIndexOf('x')).toBe(0);
    expect([...tokenOf(word)].length).toBe([...word].length + 1);
  });

  it('fits in a key of Meilisearch, however long its word and wide its letters', () => {
    const [word = ''] = wordsOf('ж'.repeat(500));
    expect(Buffer.byteLength(tokenOf(word))).toBeLessThanOrEqual(250);
  });
});

describe('the tokens of words', () => {
  it('are the words, and the beginnings that are no words', () => {
    expect(tokensOf(new Set(['snow', 'sno', 'so']))).toEqual({
      words: 'xsnow xsno xso',
      beginnings: 'xs xsn',
    });
  });

  it('are none where there are no words', () => {
    expect(tokensOf(new Set())).toEqual({ words: '', beginnings: '' });
  });

  it('begin with whole letters', () => {
    const { beginnings } = tokensOf(new Set(['𠮷野']));
    expect([...beginnings].length).toBe(2);
  });
});
