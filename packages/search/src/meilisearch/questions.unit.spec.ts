import { describe, expect, it } from 'vitest';
import { questionsOf } from './questions.ts';
import { tokenOf } from './tokens.ts';

describe('a question', () => {
  it.each([
    ['Snowy DAYS', ['xsnowy, xdays']],
    ['no', ['"xno"']],
    ['summer 2026', ['xsummer, "x2026"']],
    ['co-operate', ['"xco", xoperate', 'xcooperate']],
    ['"exactly this" -not', [`${tokenOf('exactly')}, xthis, "xnot"`]],
    ['-"not this"', ['"xnot", xthis']],
    ['id > 0 OR title = y', ['"xid", "x0", "xor", xtitle, "xy"']],
  ])('for %s', (text, questions) => {
    expect(questionsOf(text)).toEqual(questions);
  });

  it.each(['', ' ', '"', '-', '%_*', '🎉', '\0', '\ud800'])('is none for %j', (text) => {
    expect(questionsOf(text)).toEqual([]);
  });

  it('has at most ten words, which is all that Meilisearch looks for', () => {
    const text = Array.from({ length: 50 }, (_none, index) => `word${index}`).join(' ');
    expect(questionsOf(text)[0]?.split(', ').length).toBe(10);
  });

  it('asks for characters of a script without spaces in pairs, as they are', () => {
    expect(questionsOf('学校花')).toEqual([`"${tokenOf('学校')}", "${tokenOf('校花')}"`]);
  });
});
