import { maxTypos } from './vocabulary.ts';

/** Spellings of one sound in languages with the Latin alphabet, replaced in this order. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/x/g, 'ks'],
  [/c(?=[eiy])|z/g, 's'],
  [/c|q/g, 'k'],
  [/(.)\1/g, '$1'],
];

/** Shorter sounds begin too many words. */
const shortest = 3;
/** With a typo, shorter sounds match words that nobody meant. */
const shortestWithTypo = 6;

/**
 * Returns approximately how a folded word sounds: the same for `elephant` and `elefant`. ph becomes f; c, ck and q
 * become k; z and a soft c become s; doubled letters become single. Words of other alphabets and numbers are unchanged.
 */
export function soundOf(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word;
  const sound = spellings.reduce((text, [spelling, letter]) => text.replace(spelling, letter), word);
  return sound.length < shortest ? word : sound;
}

/** Returns how many typos a sound may have: at most one, since matching by sound is already tolerant. */
export function maxSoundTypos(sound: string): 0 | 1 {
  return maxTypos(sound) > 0 && sound.length >= shortestWithTypo ? 1 : 0;
}
