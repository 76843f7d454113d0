import { describe, expect, it } from 'vitest';
import { createHighlighter } from './highlight.ts';
import { parseQuery } from './parse-query.ts';

const marked = (typed: string, text: string) =>
  createHighlighter(parseQuery(typed))(text).map(([from, to]) => text.slice(from, to));

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
    ['schoolgarden', 'A school garden', ['school garden']],
    ['schoolgard', 'A school garden', ['school garden']],
    ['note book', 'My notebook', ['notebook']],
    ['note book', 'A note in a book, a notebook', ['note', 'book', 'note']],
    ['elefant', 'One old elephant', ['elephant']],
    ['elefant owed', 'We owed one old elephant', ['owed', 'elephant']],
    ['fantom filter', 'A filter, a philter for phantoms', ['filter', 'phantoms']],
    ['zeppelin', 'Nothing', []],
    ['', 'Nothing', []],
    ['🎉', '🎉', []],
  ])('show the matches of %s in %s', (typed, text, expected) => {
    expect(marked(typed, text)).toEqual(expected);
  });

  it.each([
    ['स्क', 'मेरा स्कूल', ['स्कू']],
    ['ก', 'กีฬา กลับ', ['กี', 'ก']],
    ['ำล', 'กำลัง', ['กำลั']],
    ['fi', 'ﬁe\u0301t', ['ﬁe\u0301']],
    ['end', 'The end\u200d.', ['end\u200d']],
  ])('never begin or end within a grapheme cluster: %s in %s', (typed, text, expected) => {
    expect(marked(typed, text)).toEqual(expected);
  });

  it('are found in linear time in a text of nothing but marks of letters', () => {
    const begun = process.threadCpuUsage();
    expect(marked('\u0e34', '\u0e34'.repeat(48_000))).toEqual(['\u0e34'.repeat(48_000)]);
    expect(process.threadCpuUsage(begun).user).toBeLessThan(500_000);
  });
});
