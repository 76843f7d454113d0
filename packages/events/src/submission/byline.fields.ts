// Plain data without a schema library, because browsers load it too.
import type { ArticleContent } from '../article/article.fields.ts';
import { formerContributor, nameWithheld } from '../fields/bounds.ts';
import type { OpenedSubmissionContent } from './submission.fields.ts';

/** Form of the name in a byline: the full name, `Mina K.`, `Mina`, or a pen name. */
export const bylineNames = ['full', 'first-initial', 'first', 'pen'] as const;

/** How a writer wants to be named on a piece. `penName` is null unless `name` is `pen`. */
export type Byline = {
  readonly name: (typeof bylineNames)[number];
  readonly penName: string | null;
  readonly showAge: boolean;
  readonly showSchool: boolean;
};

/** Default byline, if the writer chose none. */
export const defaultByline: Byline = { name: 'full', penName: null, showAge: true, showSchool: true };

type Writer = Pick<OpenedSubmissionContent, 'fullName' | 'age' | 'school'>;
type ArticleByline = Pick<ArticleContent, 'authorName' | 'authorAge' | 'authorSchool'>;

/** Returns the byline fields of an article. A one-word name is not shortened. */
export function bylineOf({ fullName, age, school }: Writer, byline: Byline): ArticleByline {
  return {
    authorName: nameIn(fullName ?? '', byline),
    authorAge: byline.showAge ? age : null,
    authorSchool: byline.showSchool ? school : null,
  };
}

function nameIn(fullName: string, { name, penName }: Byline): string {
  const words = fullName.trim().split(/\s+/u);
  const [first = '', ...others] = words;
  switch (name) {
    case 'full':
      return fullName;
    case 'first':
      return first;
    case 'first-initial': {
      const last = others.at(-1);
      return last === undefined ? first : `${first} ${initialOf(last)}.`;
    }
    case 'pen':
      return penName ?? first;
    default:
      return name satisfies never;
  }
}

/**
 * Returns the first letter as a reader sees it: a whole grapheme cluster, including accents. Without a letter, returns
 * the first character.
 */
const initialOf = (word: string): string => {
  const characters = [...new Intl.Segmenter().segment(word)].map(({ segment }) => segment);
  const initial = characters.find((each) => /\p{L}/u.test(each)) ?? characters[0] ?? '';
  // In Georgian only whole words are capitalised, and few fonts have these capitals.
  return /\p{Script=Georgian}/u.test(initial) ? initial : initial.toUpperCase();
};

/** Whether a pen name looks like one of the bylines that replace a missing name. */
export function isReservedName(penName: string): boolean {
  const asRead = (name: string) =>
    name
      .normalize('NFKC')
      .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
      .replaceAll(/\s+/gu, ' ')
      .trim()
      .toLowerCase();
  return [nameWithheld, formerContributor].some((reserved) => asRead(reserved) === asRead(penName));
}

const nameDescriptions = {
  full: 'Full name',
  'first-initial': 'First name and initial',
  first: 'First name',
  pen: 'Pen name',
} as const satisfies Record<Byline['name'], string>;

/** Returns a description of the chosen byline. */
export function describeByline({ name, penName, showAge, showSchool }: Byline): string {
  const named =
    name === 'pen' && penName !== null ? `${nameDescriptions.pen} ${penName}` : nameDescriptions[name];
  return `${named}, ${showAge ? 'with' : 'without'} age, ${showSchool ? 'with' : 'without'} school`;
}
