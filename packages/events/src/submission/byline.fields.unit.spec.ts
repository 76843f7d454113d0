import { expect, it } from 'vitest';
import { type Byline, bylineOf, defaultByline, describeByline, isReservedName } from './byline.fields.ts';

const mina = { fullName: 'Mina van der Kovač', age: 15, school: 'A School' };
const chosen = (change: Partial<Byline>): Byline => ({ ...defaultByline, ...change });

it.each<[string, Byline['name'], string]>([
  ['Mina van der Kovač', 'full', 'Mina van der Kovač'],
  ['Mina van der Kovač', 'first-initial', 'Mina K.'],
  ['Mina van der Kovač', 'first', 'Mina'],
  ['Mina ökonom', 'first-initial', 'Mina Ö.'],
  ['Mina Cˇapek', 'first-initial', 'Mina C.'],
  ['Mina C\u030capek', 'first-initial', 'Mina C\u030c.'],
  ['Mina \u200bKovač', 'first-initial', 'Mina K.'],
  ['Mina (Kovač)', 'first-initial', 'Mina K.'],
  ['ნინო გელაშვილი', 'first-initial', 'ნინო გ.'],
  ['Mina ☆', 'first-initial', 'Mina ☆.'],
  ['Mina', 'first-initial', 'Mina'],
  ['Mina', 'first', 'Mina'],
  ['李小龙', 'first-initial', '李小龙'],
])('the byline of %s with the name form %s is %s', (fullName, name, authorName) => {
  expect(bylineOf({ ...mina, fullName }, chosen({ name }))).toEqual({
    authorName,
    authorAge: 15,
    authorSchool: 'A School',
  });
});

it('a pen name replaces the full name, and age and school are omitted if hidden', () => {
  expect(bylineOf(mina, { name: 'pen', penName: 'Fox', showAge: false, showSchool: false })).toEqual({
    authorName: 'Fox',
    authorAge: null,
    authorSchool: null,
  });
});

it('describeByline describes the chosen byline', () => {
  expect(describeByline(defaultByline)).toBe('Full name, with age, with school');
  expect(describeByline(chosen({ name: 'pen', penName: 'Fox', showAge: false }))).toBe(
    'Pen name Fox, without age, with school',
  );
});

it.each([
  ['Name withheld', true],
  [' nAmE\u00a0 WITHHELD ', true],
  ['Former\u200b contributor', true],
  ['ＦＯＲＭＥＲ contributor', true],
  ['Name\u034f withheld', true],
  ['Name withheld\ufe0f', true],
  ['Former contributor\u3164', true],
  ['Former contributors', false],
  ['Fox', false],
])('the pen name %j is reserved: %s', (penName, isReserved) => {
  expect(isReservedName(penName)).toBe(isReserved);
});
