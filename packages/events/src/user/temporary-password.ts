import { randomInt } from 'node:crypto';
import { recoveryCodeCount } from '../fields/bounds.ts';

/** Excludes characters that are easily confused: 0 and O; 1, I and L; 5 and S; 2 and Z; 8 and B; U and V. */
const alphabet = '34679ACDEFGHJKMNPQRTWXY';
const length = 16;
const groupOf = 4;

/**
 * Returns sixteen uniformly random characters from an alphabet of 23 (72 bits), in groups of four for reading and
 * typing: `7KQM-…`.
 */
export function createTemporaryPassword(): string {
  const characters = Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length)));
  return Array.from({ length: length / groupOf }, (_, group) =>
    characters.slice(group * groupOf, (group + 1) * groupOf).join(''),
  ).join('-');
}

/** Returns `recoveryCodeCount` codes in the format of temporary passwords. Each replaces a passkey once. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, createTemporaryPassword);

/**
 * Returns the canonical form of a typed temporary password or recovery code, for hashing and comparison: without dashes
 * and white space, in capitals. Accepts any text; the result for other texts equals no temporary password.
 */
export function normaliseTemporaryPassword(typed: string): string {
  return typed.replace(/[\s\p{Pd}\u2212]/gu, '').toUpperCase();
}
