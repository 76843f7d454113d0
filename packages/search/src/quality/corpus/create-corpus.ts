import { type Section, sections } from '@journal/contracts';
import type { SearchDocument } from '../../search.port.ts';
import { rankedWords, zipf } from './english-words.ts';
import { languages } from './languages.ts';
import { createRandom, type Random } from './random.ts';
import { englishTitle, foreignTitle } from './titles.ts';
import { createWriters, type Writer } from './writers.ts';

export type CorpusOptions = { readonly articles: number; readonly seed: number };

/** So many articles has a writer, more or less. */
const articlesPerWriter = 3;
const firstDay = Date.UTC(2016, 0, 1);
const minute = 60_000;

type Voice = { words: readonly string[]; between: string; stop: string };
const english: Voice = { words: rankedWords, between: ' ', stop: '. ' };

/** Sentences of 6 to 20 words; a word of every third or so is what the title is about. */
function prose(voice: Voice, topic: readonly string[], length: number, random: Random): string {
  const sentences: string[] = [];
  for (let written = 0; written < length; ) {
    const size = Math.min(6 + random.below(15), length - written);
    const words = Array.from({ length: size }, () => zipf(random.next(), voice.words));
    if (random.chance(0.35)) words[random.below(size)] = random.pick(topic);
    const sentence = words.join(voice.between);
    sentences.push(sentence.charAt(0).toUpperCase() + sentence.slice(1));
    written += size;
  }
  return sentences.join(voice.stop) + voice.stop.trimEnd();
}

/**
 * Articles with ids from 1 and createdAt ascending; the same ones for the same options each time they are gone through,
 * and the first of few are the first of many. Most are English; every eighth or so is in another script.
 */
export function createCorpus({ articles, seed }: CorpusOptions): Iterable<SearchDocument> {
  return { [Symbol.iterator]: () => documents(articles, seed) };
}

function* documents(articles: number, seed: number): Generator<SearchDocument> {
  const random = createRandom(seed);
  const newWriter = createWriters(seed, random);
  const writers: Writer[] = [];
  for (let id = 1; id <= articles; id++) {
    if (writers.length * articlesPerWriter < id) writers.push(newWriter());
    const writer = random.pick(writers);
    const foreign = writer.language && random.chance(0.7) ? languages[writer.language] : undefined;
    const { title, topic } = foreign ? foreignTitle(foreign, random) : englishTitle(random);
    const voice = foreign ?? english;
    const forgotten = random.chance(0.01);
    yield {
      id,
      title,
      excerpt: prose(voice, topic, 18 + random.below(12), random),
      content: Array.from({ length: 4 }, () => prose(voice, topic, 45 + random.below(25), random)).join(
        '\n\n',
      ),
      section: random.pick<Section>(sections),
      authorName: forgotten ? null : writer.name,
      authorAge: forgotten ? null : writer.age,
      createdAt: new Date(firstDay + id * 37 * minute).toISOString(),
    };
  }
}
