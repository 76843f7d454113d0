import type { ComingPiece, Issue } from '@journal/contracts';

/** The parts of an issue that a mail shows, as readers see them or will see them. */
export type MailedIssue = Pick<Issue, 'number' | 'title' | 'date' | 'letter'> & {
  /** An issue has no cover to load before it is published: the mail then shows its text, as with images turned off. */
  readonly isPublished: boolean;
  readonly pieces: readonly {
    readonly heading: string | null;
    readonly article: MailedArticle | null;
  }[];
};
export type MailedArticle = Pick<
  ComingPiece['article'],
  'id' | 'title' | 'excerpt' | 'authorName' | 'authorAge'
>;

type Piece = { readonly heading: string | null; readonly article: MailedArticle };

/** Limits of a mail's content; `extents` lists them from the fullest to the smallest. */
export type Extent = { readonly excerpts: boolean; readonly letter: number; readonly pieces: number };
export const extents: readonly Extent[] = [
  { excerpts: true, letter: Number.POSITIVE_INFINITY, pieces: Number.POSITIVE_INFINITY },
  { excerpts: false, letter: Number.POSITIVE_INFINITY, pieces: Number.POSITIVE_INFINITY },
  { excerpts: false, letter: 3_000, pieces: 30 },
  { excerpts: false, letter: 1_000, pieces: 10 },
];

/** The parts of a mail in order, all in plain text. */
export type IssueContents = {
  readonly name: string;
  readonly label: string;
  readonly letter: readonly string[];
  readonly isLetterCut: boolean;
  readonly lead: Piece | undefined;
  readonly list: readonly Piece[];
  /** Number of pieces left out to save space. */
  readonly more: number;
  readonly excerpts: boolean;
};

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** Returns the content of a mail about an issue, limited by an extent. */
export function contentsOf(issue: MailedIssue, extent: Extent, paragraphs: readonly string[]): IssueContents {
  const { number, title, date, pieces } = issue;
  const shown = pieces.flatMap(({ heading, article }) => (article ? [{ heading, article }] : []));
  const [lead, ...others] = shown;
  const list = others.slice(0, extent.pieces);
  const letter: string[] = [];
  let room = extent.letter;
  for (const paragraph of paragraphs) {
    room -= paragraph.length;
    if (room < 0 && letter.length > 0) break;
    letter.push(room < 0 ? `${paragraph.slice(0, extent.letter).toWellFormed()} …` : paragraph);
    if (room < 0) break;
  }
  return {
    name: title ?? `Issue ${number}`,
    label: `Issue ${number} · ${day.format(new Date(date))}`,
    letter,
    isLetterCut: letter.join() !== paragraphs.join(),
    lead,
    list,
    more: others.length - list.length,
    excerpts: extent.excerpts,
  };
}

/** Returns the byline of a piece. */
export const bylineOf = ({ authorName, authorAge }: MailedArticle): string =>
  authorAge === null ? `By ${authorName}` : `By ${authorName}, ${authorAge}`;
