import { pl, tr, vi } from '@faker-js/faker';
import { adjectives, nouns, rankedWords, verbs, zipf } from './english-words.ts';
import type { Language } from './languages.ts';
import type { Random } from './random.ts';

const templates = [
  'Why our {adjective} {noun} matters more than {word}',
  'What {word} taught me about {noun}',
  'In praise of the {adjective} {noun}',
  'Nobody asked the {noun} about {word}',
  'How to {verb} a {adjective} {noun}',
  'I was wrong about the {noun} and {word}',
  'A letter to my {adjective} {noun}',
  'Should schools {verb} the {noun}?',
  'Don’t {verb} the {word}: a {noun} answers back',
  'The {adjective} {noun} of {place}',
  'From {place} with a {noun} and {word}',
  '{word}, {noun} and the end of {word}',
  'Seven days as the family’s {noun}',
  'My grandmother’s {noun}, my {adjective} {word}',
  '{number} reasons to {verb} your {noun}',
  'The co-op, the {noun} and the {word}',
  'Who owns the {adjective} {word}?',
  'Against {word} and {word}',
] as const;

const places = [pl, tr, vi].flatMap(({ location }) => location?.city_name ?? []);

/** The words before this rank are too common to be what a title is about. */
const distinctiveFrom = 800;

/** A title of 3 to 9 words in English, and the words that it is about. */
export function englishTitle(random: Random): { title: string; topic: string[] } {
  const topic: string[] = [];
  const about = (word: string) => {
    topic.push(word);
    return word;
  };
  const fill = (_: string, hole: string): string => {
    if (hole === 'noun') return about(random.pick(nouns));
    if (hole === 'word') return about(zipf(random.next(), rankedWords, distinctiveFrom));
    if (hole === 'adjective') return random.pick(adjectives);
    if (hole === 'verb') return random.pick(verbs);
    if (hole === 'place') return about(random.pick(places));
    return `${2 + random.below(2_040)}`;
  };
  const title = random.pick(templates).replace(/\{(\w+)\}/g, fill);
  return { title: title.charAt(0).toUpperCase() + title.slice(1), topic };
}

/** A title of 3 to 6 words in another script; it is about all of them. */
export function foreignTitle(
  { words, between }: Language,
  random: Random,
): { title: string; topic: string[] } {
  const topic = Array.from({ length: 3 + random.below(4) }, () => random.pick(words));
  return { title: topic.join(between), topic };
}
