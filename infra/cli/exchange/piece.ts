import { createHash } from 'node:crypto';
import { readTimeOf } from '@journal/contracts';
import { articleFields, sections, textLimits } from '@journal/events/fields';

/** A piece as another journal has it. */
export type ForeignPiece = {
  /** Where it is there, for the report. */
  readonly name: string;
  /** What stays the same from export to export: the piece is imported once. */
  readonly key: string;
  readonly title: string;
  /** Paragraphs, with a blank line between them. */
  readonly text: string;
  readonly excerpt?: string | undefined;
  /** Names of sections, tags and categories there, in their order. */
  readonly topics: readonly string[];
  readonly author?: string | undefined;
  readonly age?: number | undefined;
  readonly school?: string | undefined;
  readonly cover?: string | undefined;
  readonly featured?: boolean | undefined;
  /** ISO 8601. */
  readonly publishedAt?: string | undefined;
  readonly isDraft: boolean;
  /** What its text had that a text has not. */
  readonly lost: readonly string[];
  /** What else to say of it. */
  readonly remarks?: readonly string[];
};

/** What another journal has, and what of it is no piece. */
export type Source = { readonly pieces: readonly ForeignPiece[]; readonly leftOut: readonly string[] };

export type ImportChoices = {
  /** Of pieces whose topics name none. */
  readonly section?: string | undefined;
  /** Of pieces that name nobody. */
  readonly byline: string;
};

/**
 * Returns the request that imports a piece and what to say of it; a text where it can't be imported, which says why. What is
 * still to come out there is a draft, as the journal has no article of a time to come.
 */
export function requestFor(piece: ForeignPiece, { section, byline }: ImportChoices) {
  const { title, text, author, age, school, cover, featured, publishedAt, isDraft } = piece;
  const named = piece.topics.map(sectionOf).find((found) => found !== undefined);
  const into = named ?? section;
  if (into === undefined)
    return `it names no section of this journal (${piece.topics.join(', ') || 'no topics'}): say one by --section`;
  if (title === '') return 'it has no title';
  if (title.length > textLimits.title) return `its title is longer than ${textLimits.title} characters`;
  if (text === '') return 'it has no text';
  if (text.length > textLimits.body) return `its text is longer than ${textLimits.body} characters`;
  const isAge = age !== undefined && age >= articleFields.authorAge.value.minimum;
  const isYoung = isAge && age <= articleFields.authorAge.value.maximum;
  const lost = [...piece.lost, ...(age === undefined || isYoung ? [] : [`the age ${age}`])];
  const notes = [
    ...(lost.length > 0 ? [`not with it: ${lost.join(', ')}`] : []),
    ...(piece.remarks ?? []),
    ...(named === undefined ? [`put into ${into}`] : []),
    ...(author ? [] : [`no name: “${byline}” stands over it`]),
  ];
  const isToCome = publishedAt !== undefined && Date.parse(publishedAt) > Date.now();
  if (isToCome) notes.push(`was to come out on ${publishedAt.slice(0, 10)}, and is a draft here`);
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

/** Returns the Idempotency-Key of a piece: the same from one import to the next. */
export const importKey = (piece: Pick<ForeignPiece, 'key'>) =>
  `import-${createHash('sha256').update(piece.key).digest('hex')}`;

/** Returns the section that a name means: "The Clash", "the-clash" and "clash" are one. */
function sectionOf(topic: string): string | undefined {
  const name = topic.toLowerCase().replace(/^the[\s-]+/, '');
  return sections.find((section) => section === name);
}

/** Leaves out half a character at the end: the journal takes none. */
const cut = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

/** The first sentences, or words, that fit under a title. */
function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  const [first = cut(line, 200)] = line.match(/^.{1,240}(?=\s|$)/u) ?? [];
  if (first === line) return line;
  const [sentences] = first.match(/^.{60,}[.!?…](?=\s|$)/u) ?? [];
  return sentences ?? `${first}…`;
}
