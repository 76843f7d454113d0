import { expect, it } from 'vitest';
import { checksOf } from './checks.ts';

const words = (count: number) => 'word '.repeat(count);
const pitch = { articleTitle: 'A title', articleSummary: words(20), fullEssay: words(900) };
const checked = (change: Partial<typeof pitch>) =>
  Object.fromEntries(checksOf({ ...pitch, ...change }).map((check) => [check.name, check]));
const foundIn = (fullEssay: string) =>
  Object.fromEntries(
    checksOf({ ...pitch, fullEssay })
      .filter(({ found }) => found.length > 0)
      .map(({ name, found }) => [name, found]),
  );

it('the checklist accepts a piece that meets all requirements', () => {
  expect(checksOf(pitch).map(({ name, isFine }) => [name, isFine])).toEqual([
    ['Essay', true],
    ['Summary', true],
    ['Links', true],
    ['Email addresses', true],
    ['Telephone numbers', true],
    ['Handles', true],
    ['Postal addresses', true],
  ]);
});

it('the checklist counts words, and names the required range', () => {
  expect(checked({ fullEssay: words(1) })['Essay']).toMatchObject({
    isFine: false,
    text: '1 word; 800 to 1,200 are asked for',
  });
  expect(checked({ fullEssay: words(1_201) })['Essay']?.isFine).toBe(false);
  expect(checked({ articleSummary: 'Short' })['Summary']?.text).toBe('1 word; 8 to 60 are asked for');
  expect(checked({})['Essay']).toMatchObject({ isFine: true, text: '900 words' });
});

it.each([
  'Call me on 030 1234567 tonight',
  '(+44 20 7946 0958)',
  '+49 (0)30/901820',
  '555-867-5309',
  'call 01234 567890.',
  '0151/23456789',
  '5558675309',
  '612 345 678',
  'Tel:0176 1234567',
  'WhatsApp:0176/1234567',
  '0176\u00a01234567',
  '030\u20131234567',
])('the checklist finds a telephone number in %j', (text) => {
  expect(Object.keys(foundIn(text))).toEqual(['Telephone numbers']);
});

it.each([
  'from 1914-1918 and 1939/1945',
  'on 12.03.2026, 12/3/2026 and 2026-03-12',
  '1 000 000 people, 12.500.000 trees, 1,000,000 birds',
  'chapter 12, pages 110-125',
  'at 10:30 in room 204',
  '3.14159265358979',
  'a score of 3-2',
  'on 2026-11-25 10:30',
  'ISBN 978-3-16-148410-0',
  'and/or, e.g. this, i.e. that',
  'half past 12, down our road',
  'me@home is no address, and neither is 5 @ 3',
  'I walked 12 Miles Down the Road',
])('the checklist finds nothing in %j', (text) => {
  expect(foundIn(text)).toEqual({});
});

it.each([
  ['see https://example.org/@anna/0301234567, please', 'Links', ['https://example.org/@anna/0301234567']],
  ['(www.example.org)', 'Links', ['www.example.org']],
  ['write to anna.b@school.example.org!', 'Email addresses', ['anna.b@school.example.org']],
  ['follow @anna_b.22, and @anna_b.22', 'Handles', ['@anna_b.22']],
  ['I live at 12 Long Acre Street, upstairs', 'Postal addresses', ['12 Long Acre Street']],
  ['in der Lindenstraße 12a wohnt', 'Postal addresses', ['Lindenstraße 12a']],
  ['in der Berliner Straße 5 wohnt', 'Postal addresses', ['Berliner Straße 5']],
  ['der Übelweg 12', 'Postal addresses', ['Übelweg 12']],
  ['at 12 high street', 'Postal addresses', ['12 high street']],
  ['at 14 Elm St, upstairs', 'Postal addresses', ['14 Elm St']],
  ['Instagram: lena.maier09', 'Handles', ['Instagram: lena.maier09']],
  ['t.me/lena and discord.gg/x1', 'Links', ['t.me/lena', 'discord.gg/x1']],
  ['au 5, rue de la Paix', 'Postal addresses', ['5, rue de la Paix']],
] as const)('the checklist finds the link, address or handle in %j', (text, name, found) => {
  expect(foundIn(text)).toEqual({ [name]: found });
});

it('the checklist covers the title and the summary too', () => {
  expect(checked({ articleTitle: 'Ask @anna_b' })['Handles']?.found).toEqual(['@anna_b']);
  expect(checked({ articleSummary: `Call 555-867-5309 ${words(10)}` })['Telephone numbers']?.isFine).toBe(
    false,
  );
});

it('the checklist takes less than 2 s for a long text without findings', () => {
  const startedAt = performance.now();
  checksOf({ ...pitch, fullEssay: '1 2-3/4 (5) Aa Bb '.repeat(3_300) });
  checksOf({ ...pitch, fullEssay: `${'a'.repeat(30_000)}@${'1'.repeat(29_000)}` });
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});
