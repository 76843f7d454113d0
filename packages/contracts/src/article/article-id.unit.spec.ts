import { expect, it } from 'vitest';
import { parseArticleId } from './article-id.ts';
import { isPrintable } from './printable.ts';
import { trimText } from './trim-text.ts';

it.each([
  ['1', 1],
  ['42', 42],
  ['2147483647', 2_147_483_647],
])('the id %s is %i', (text, id) => {
  expect(parseArticleId(text)).toBe(id);
});

it.each([
  '',
  '0',
  '01',
  '-1',
  '+1',
  '1.0',
  '1e3',
  '0x1',
  ' 1',
  '1 ',
  '٣',
  '2147483648',
  '99999999999',
  'one',
])('%j is no id', (text) => {
  expect(parseArticleId(text)).toBeUndefined();
});

it.each(['plain', 'two\nlines\tand a tab\r\n', 'ünïcode 漢字 🍎', ''])('%j can be printed', (text) => {
  expect(isPrintable(text)).toBe(true);
});

it.each(['nul \u0000', 'escape \u001b[31m', 'half a pair \ud83c', 'no character \uffff', 'delete \u007f'])(
  '%j can not be printed',
  (text) => {
    expect(isPrintable(text)).toBe(false);
  },
);

it('text is trimmed, and nothing else is touched', () => {
  expect(trimText({ title: '  a b \n', age: 12, school: null, list: [' x '] })).toEqual({
    title: 'a b',
    age: 12,
    school: null,
    list: [' x '],
  });
  for (const body of [null, undefined, 'text ', 7, [' x ']]) expect(trimText(body)).toEqual(body);
});
