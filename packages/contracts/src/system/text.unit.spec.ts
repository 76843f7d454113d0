import { describe, expect, it } from 'vitest';
import { isEmail, isPrintable, normaliseEmail, trimText } from './text.ts';

describe('normaliseEmail', () => {
  it.each([
    ['  Sample.Writer@Example.ORG\n', 'sample.writer@example.org'],
    ['a@b.org', 'a@b.org'],
    // The Kelvin sign and a full-width letter become ASCII under Unicode rules.
    ['\u212aim@example.org', '\u212aim@example.org'],
    ['\uff41dmin@example.org', '\uff41dmin@example.org'],
  ])('turns %j into %j', (text, expected) => {
    expect(normaliseEmail(text)).toBe(expected);
  });
});

describe('isEmail', () => {
  it.each([
    'a@b.co',
    'sample.writer+pitch@mail.example.org',
    "o'neil_{x}@ex-ample.museum",
    `${'a'.repeat(64)}@example.org`,
    'x@xn--bcher-kva.example',
  ])('accepts %s', (text) => {
    expect(isEmail(text)).toBe(true);
  });

  it.each([
    '',
    '@',
    'a@',
    '@example.org',
    'a@b',
    'a@b.c',
    'a b@example.org',
    'a@example..org',
    '.a@example.org',
    'a.@example.org',
    'a..b@example.org',
    'a@-example.org',
    'a@example-.org',
    'a@example.org.',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    '"a b"@example.org',
    'a@example.org\r\nbcc: b@example.org',
    'a@example.org,b@example.org',
    'a@b@example.org',
    'аdmin@example.org',
    'a@exаmple.org',
    'A@example.org',
    `${'a'.repeat(65)}@example.org`,
    `a@${'b'.repeat(64)}.org`,
    `a@${'b.'.repeat(130)}org`,
  ])('rejects %s', (text) => {
    expect(isEmail(text)).toBe(false);
  });

  it('rejects very long texts within 50 ms of CPU time', () => {
    const before = process.threadCpuUsage();
    for (const text of [
      `${'a.'.repeat(100_000)}@${'a-'.repeat(100_000)}`,
      `a@${'a-'.repeat(120)}.`,
      `${'a.'.repeat(32)}@example.org`,
    ])
      expect(isEmail(text)).toBe(false);
    expect(process.threadCpuUsage(before).user).toBeLessThan(50_000);
  });
});

it.each([
  '',
  'Two\nlines\r\nand a tab\t',
  'naïve Łódź Đặng 日本語 عربي 🍎',
  'a family 👩‍👩‍👧 and a soft\u00adhyphen',
  'a\u200bb',
])('%j is printable', (text) => {
  expect(isPrintable(text)).toBe(true);
});

it.each([
  'a\u0000b',
  'escape \u001b[31m',
  'delete \u007f',
  'a\u0085b',
  'a\u009bb',
  'no character \uffff',
  'a lone \ud800 surrogate',
  'half a pair \ud83c',
  'turned \u202e around',
  'kept \u2066 apart',
  '\u200b\u200d\u2060',
  '\u3164 \u2800',
])('%j is not printable', (text) => {
  expect(isPrintable(text)).toBe(false);
});

it('trimText trims the strings of an object and leaves everything else', () => {
  expect(
    trimText({ title: '  a b \n', age: 12, school: null, list: [' x '], byline: { penName: ' Fox ' } }),
  ).toEqual({
    title: 'a b',
    age: 12,
    school: null,
    list: [' x '],
    byline: { penName: 'Fox' },
  });
  for (const body of [null, undefined, 'text ', 7, [' x ']]) expect(trimText(body)).toEqual(body);
});
