import { randomInt } from 'node:crypto';
import { recoveryCodeCount } from '../fields/bounds.ts';

/** None that is easily taken for another: no 0 and O, no 1, I and L, no 5 and S, no 2 and Z, no 8 and B, no U and V. */
const alphabet = '34679ACDEFGHJKMNPQRTWXY';
const length = 16;
const groupOf = 4;

/**
 * Sixteen random characters of an alphabet of 23, each as likely as the others (72 bits), in groups of four for
 * reading and typing: `7KQM-…`.
 */
export function createTemporaryPassword(): string {
  const characters = Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length)));
  return Array.from({ length: length / groupOf }, (_, group) =>
    characters.slice(group * groupOf, (group + 1) * groupOf).join(''),
  ).join('-');
}

/** Returns as many codes, made as temporary passwords are: each stands in for a passkey once. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, createTemporaryPassword);

/**
 * What of a typed temporary password or recovery code counts, for whoever hashes or compares one: without dashes and white space, in
 * capitals. Any other text gives a text too, which no temporary password equals.
 */
export function normaliseTemporaryPassword(typed: string): string {
  return typed.replace(/[\s\p{Pd}\u2212]/gu, '').toUpperCase();
}
