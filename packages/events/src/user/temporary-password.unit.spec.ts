import { expect, it } from 'vitest';
import { createTemporaryPassword, normaliseTemporaryPassword } from './temporary-password.ts';

const many = Array.from({ length: 2_000 }, createTemporaryPassword);

it('has four groups of four unambiguous characters, and is never repeated', () => {
  for (const password of many) expect(password).toMatch(/^([34679ACDEFGHJKMNPQRTWXY]{4}-){3}[^-]{4}$/);
  expect(new Set(many).size).toBe(many.length);
});

it('uses every character of its alphabet', () => {
  expect(new Set(many.join('').replaceAll('-', '')).size).toBe(23);
});

it('is normalised whatever its grouping, spaces, dashes and case', () => {
  for (const typed of [
    '7KQM-3CDE-9FGH-4JKM',
    '7kqm3cde9fgh4jkm',
    ' 7kqm 3cde 9fgh 4jkm\n',
    '7KQM–3CDE—9FGH−4JKM',
    '7KQM\u00a03CDE\u2011 9FGH-4jkm',
  ])
    expect(normaliseTemporaryPassword(typed)).toBe('7KQM3CDE9FGH4JKM');
});

it('does not normalise look-alike letters to those of its alphabet', () => {
  expect(normaliseTemporaryPassword('ꓗQM7')).not.toBe('KQM7');
  expect(normaliseTemporaryPassword('')).toBe('');
});
