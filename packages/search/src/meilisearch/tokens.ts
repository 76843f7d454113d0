/**
 * Stands before every word. Meilisearch takes an error in the first letter for two, and this is never the letter that
 * somebody got wrong. A Latin letter, so that all of a field is of one script.
 */
const front = 'x';

/** Two planes of Unicode in which no letter has a meaning, so that nobody changes one or divides between two. */
const privatePlanes = [0xf_0000, 0x10_0000] as const;
/** The last two places of a plane are no letters. */
const placesOfPlane = 0xfffe;

/** What is not ASCII, and the letter in front, which would make an inner piece of a word look like a word. */
const hidden = /[^\0-\x7f]|x/gu;

/**
 * A folded word as Meilisearch keeps it. ASCII but `x` stays; every other letter is one of private use, each always the
 * same, so that no dictionary of Meilisearch cuts the word in pieces, its letters count as ours do, and no two words in
 * a row can be taken for it. It has one letter more than the word.
 */
export function tokenOf(word: string): string {
  return front + word.replace(hidden, privateLetter);
}

function privateLetter(letter: string): string {
  const point = letter.codePointAt(0) ?? 0;
  const [first, second] = privatePlanes;
  return String.fromCodePoint(point < placesOfPlane ? first + point : second + (point % placesOfPlane));
}

/** The tokens of the words, and those of their beginnings that are no such word themselves. */
export function tokensOf(words: ReadonlySet<string>): { words: string; beginnings: string } {
  const beginnings = new Set<string>();
  for (const word of words) {
    let beginning = '';
    for (const letter of word) {
      if (beginning !== '' && !words.has(beginning)) beginnings.add(beginning);
      beginning += letter;
    }
  }
  return { words: joined(words), beginnings: joined(beginnings) };
}

function joined(words: Iterable<string>): string {
  return [...words].map(tokenOf).join(' ');
}
