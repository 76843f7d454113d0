import { describe, expect, it } from 'vitest';
import { compareRanks, createMatcher } from './matcher.ts';

const marked = (typed: string, text: string) =>
  createMatcher(typed)
    .matchesIn(text)
    .map(([from, to]) => text.slice(from, to));

describe('marks', () => {
  it.each([
    ['clim', 'Climate, climatic', ['Clim', 'clim']],
    ['climate', 'A climate of change', ['climate']],
    ['clmate', 'A climate of change', ['climate']],
    ['form', 'From the form', ['form']],
    ['form', 'From far', ['From']],
    ['dont', 'We don’t', ['don’t']],
    ['ecole', 'À l’École', ['École']],
    ['strasse', 'Die Straße', ['Straße']],
    ['chan clim', 'Climate change', ['Clim', 'chan']],
    ['co-op', 'A co-op, a coop', ['co-op', 'coop']],
    ['気候', '気候変動', ['気候']],
    ['候変動', '気候変動', ['候変動']],
    ['zeppelin', 'Nothing', []],
    ['', 'Nothing', []],
    ['🎉', '🎉', []],
  ])('%s in %s', (typed, text, expected) => {
    expect(marked(typed, text)).toEqual(expected);
  });

  it.each([
    ['स्क', 'मेरा स्कूल', ['स्कू']],
    ['ก', 'กีฬา กลับ', ['กี', 'ก']],
    ['ำล', 'กำลัง', ['กำลั']],
    ['fi', 'ﬁe\u0301t', ['ﬁe\u0301']],
    ['end', 'The end\u200d.', ['end\u200d']],
  ])('never begin or end within what is seen as one character: %s in %s', (typed, text, expected) => {
    expect(marked(typed, text)).toEqual(expected);
  });
});

describe('rank', () => {
  const article = {
    title: 'Rivers of ink',
    authorName: 'Lena Brook',
    texts: ['A river is', 'a flowing text'],
  };

  it.each([
    ['rivers', { errors: 0, places: 0, beginnings: 0 }],
    ['river', { errors: 0, places: 0, beginnings: 1 }],
    ['rivres', { errors: 1, places: 0, beginnings: 0 }],
    ['brook', { errors: 0, places: 1, beginnings: 0 }],
    ['flowing ink', { errors: 0, places: 2, beginnings: 0 }],
    ['lena riv tex', { errors: 0, places: 3, beginnings: 2 }],
    ['is', { errors: 0, places: 2, beginnings: 0 }],
    ['rivers zeppelin', undefined],
  ])('of %s', (typed, expected) => {
    expect(createMatcher(typed).rank(article)).toEqual(expected);
  });

  it('prefers fewer errors anywhere to a better place', () => {
    expect(createMatcher('flowin').rank({ ...article, title: 'Flowen' })).toEqual({
      errors: 0,
      places: 2,
      beginnings: 1,
    });
  });

  it('is compared by errors, places and beginnings', () => {
    const sorted = [
      { errors: 0, places: 0, beginnings: 1 },
      { errors: 0, places: 2, beginnings: 0 },
      { errors: 1, places: 0, beginnings: 0 },
    ];
    expect(sorted.toReversed().sort(compareRanks)).toEqual(sorted);
  });
});
