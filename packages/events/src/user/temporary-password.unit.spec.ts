import { expect, it } from 'vitest';
import { createTemporaryPassword, normaliseTemporaryPassword } from './temporary-password.ts';

const many = Array.from({ length: 2_000 }, createTemporaryPassword);

it('a temporary password has four groups of four unambiguous characters, and is not repeated in 2,000', () => {
  for (const password of many)
    expect(password).toMatch(/^[34679ACDEFGHJKMNPQRTWXY]{4}(-[34679ACDEFGHJKMNPQRTWXY]{4}){3}$/);
  expect(new Set(many).size).toBe(many.length);
});

it('temporary passwords use all 23 characters of their alphabet', () => {
  expect(new Set(many.join('').replaceAll('-', '')).size).toBe(23);
});

it('a temporary password is normalised whatever its grouping, spaces, dashes and case', () => {
  for (const typed of [
    '7KQM-3CDE-9FGH-4JKM',
    '7kqm3cde9fgh4jkm',
    ' 7kqm 3cde 9fgh 4jkm\n',
    '7KQM–3CDE—9FGH−4JKM',
    '7KQM\u00a03CDE\u2011 9FGH-4jkm',
  ])
    expect(normaliseTemporaryPassword(typed)).toBe('7KQM3CDE9FGH4JKM');
});

it('look-alike letters are not normalised to those of the alphabet', () => {
  expect(normaliseTemporaryPassword('ꓗQM7')).not.toBe('KQM7');
  expect(normaliseTemporaryPassword('')).toBe('');
});
