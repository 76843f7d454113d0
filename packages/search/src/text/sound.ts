import { maxTypos } from './vocabulary.ts';

/** Spellings of one sound in the languages of the Latin alphabet, each put in place of the one before. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/x/g, 'ks'],
  [/c(?=[eiy])|z/g, 's'],
  [/c|q/g, 'k'],
  [/(.)\1/g, '$1'],
];

/** Fewer letters begin too many words. */
const shortest = 3;
/** With a typo, shorter sounds are like words that nobody meant. */
const shortestWithTypo = 6;

/**
 * Returns how a folded word sounds, roughly: the same for `elephant` and `elefant`. f is as ph, k as c, ck and q, s as z
 * and a soft c, and letters count once where they are doubled; other alphabets and numbers stay as they are.
 */
export function soundOf(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word;
  const sound = spellings.reduce((text, [spelling, letter]) => text.replace(spelling, letter), word);
  return sound.length < shortest ? word : sound;
}

/** Returns how many typos a sound may have: one at most, for much was forgiven already. */
export function maxSoundTypos(sound: string): 0 | 1 {
  return maxTypos(sound) > 0 && sound.length >= shortestWithTypo ? 1 : 0;
}
