import { createHash } from 'node:crypto';
import { readTimeOf } from '@journal/contracts';
import { articleFields, sections, textLimits } from '@journal/events/fields';

/** A piece as exported by another journal. */
export type ForeignPiece = {
  /** Its name there, for the report. */
  readonly name: string;
  /** Identifies the piece across exports, so that it is imported only once. */
  readonly key: string;
  readonly title: string;
  /** Paragraphs, with a blank line between them. */
  readonly text: string;
  readonly excerpt?: string | undefined;
  /** Names of its sections, tags and categories there, in their order. */
  readonly topics: readonly string[];
  readonly author?: string | undefined;
  readonly age?: number | undefined;
  readonly school?: string | undefined;
  readonly cover?: string | undefined;
  readonly featured?: boolean | undefined;
  /** Date and time in ISO 8601. */
  readonly publishedAt?: string | undefined;
  readonly isDraft: boolean;
  /** What its text had that plain text can't represent. */
  readonly lost: readonly string[];
  /** Further remarks for the report. */
  readonly remarks?: readonly string[];
};

/** The pieces of another journal. */
export type Source = {
  readonly pieces: readonly ForeignPiece[];
  /** Pieces that can't be read, with the reasons. */
  readonly unreadable?: readonly string[];
  /** Items that are not pieces. */
  readonly leftOut: readonly string[];
};

export type ImportChoices = {
  /** Section of pieces whose topics name none. */
  readonly section?: string | undefined;
  /** Byline of pieces that name no author. */
  readonly byline: string;
};

/**
 * Returns the request that imports a piece and notes for the report, or the reason if it can't be imported. Pieces that
 * are due in the future become drafts, because the journal has no articles with a future date.
 */
export function requestFor(piece: ForeignPiece, { section, byline }: ImportChoices) {
  const { title, text, author, age, school, cover, featured, publishedAt, isDraft } = piece;
  const named = piece.topics.map(sectionOf).find((found) => found !== undefined);
  const into = named ?? section;
  if (into === undefined)
    return `it has no section of this journal (${piece.topics.join(', ') || 'no topics'}): set one with --section`;
  if (title === '') return 'it has no title';
  if (title.length > textLimits.title) return `its title is longer than ${textLimits.title} characters`;
  if (text === '') return 'it has no text';
  if (text.length > textLimits.body) return `its text is longer than ${textLimits.body} characters`;
  const isAge = age !== undefined && age >= articleFields.authorAge.value.minimum;
  const isYoung = isAge && age <= articleFields.authorAge.value.maximum;
  const lost = [...piece.lost, ...(age === undefined || isYoung ? [] : [`the age ${age}`])];
  const notes = [
    ...(lost.length > 0 ? [`lost: ${lost.join(', ')}`] : []),
    ...(piece.remarks ?? []),
    ...(named === undefined ? [`section: ${into}`] : []),
    ...(author ? [] : [`no author: byline “${byline}”`]),
  ];
  const isToCome = publishedAt !== undefined && Date.parse(publishedAt) > Date.now();
  if (isToCome) notes.push(`was planned for ${publishedAt.slice(0, 10)}: imported as a draft`);
  const isCover = (articleFields.cover.value.of as readonly unknown[]).includes(cover);
  const body = {
    title,
    content: text,
    excerpt: cut(piece.excerpt ?? '', textLimits.summary) || excerptOf(text),
    section: into,
    authorName: cut(author || byline, textLimits.name),
    authorAge: isYoung ? age : null,
    authorSchool: school === undefined ? null : cut(school, textLimits.name),
    readTime: readTimeOf(text),
    featured: featured ? 1 : 0,
    cover: isCover ? cover : 'auto',
    ...(publishedAt === undefined || isToCome ? {} : { publishedAt }),
    isDraft: isDraft || isToCome,
  };
  return { body, notes };
}

const list = new Intl.ListFormat('en-GB');

/** Returns the byline of all authors, or undefined if there are none. */
export const bylineOf = (authors: readonly string[]): string | undefined => list.format(authors) || undefined;

/** Returns the Idempotency-Key of a piece: the same for every import. */
export const importKey = (piece: Pick<ForeignPiece, 'key'>) =>
  `import-${createHash('sha256').update(piece.key).digest('hex')}`;

/** Returns the section that a name means: "The Clash", "the-clash" and "clash" are the same. */
function sectionOf(topic: string): string | undefined {
  const name = topic.toLowerCase().replace(/^the[\s-]+/, '');
  return sections.find((section) => section === name);
}

/** Drops half a surrogate pair at the end, which the journal rejects. */
const cut = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

/** Returns the first sentences, or words, that fit under a title. */
function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  const [first = cut(line, 200)] = line.match(/^.{1,240}(?=\s|$)/u) ?? [];
  if (first === line) return line;
  const [sentences] = first.match(/^.{60,}[.!?…](?=\s|$)/u) ?? [];
  return sentences ?? `${first}…`;
}
