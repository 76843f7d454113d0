import { type IssueCard, sections } from '@journal/contracts';
import type { Covered } from '../../ui/artwork/draw-cover.ts';

export type Front = Pick<IssueCard, 'number' | 'title' | 'cover' | 'colours'>;

/** Covers of issues have their own range of ids, so that none looks like an article's. */
const firstCoverId = 1_000_000;

/** Returns the basis of an issue's cover: the chosen motif and colours, or else ones that vary from issue to issue. */
export const coverOfIssue = ({ number, title, cover, colours }: Front): Covered => ({
  id: firstCoverId + number,
  section: colours === 'auto' ? (sections[number % sections.length] ?? 'view') : colours,
  title: title ?? '',
  cover,
});

export const issueName = ({ number, title }: Pick<Front, 'number' | 'title'>): string =>
  title ?? `Issue ${number}`;

/** The feeds of issues, as linked from their pages. */
export const issueFeeds = { name: 'Issues', path: '/issues' } as const;

/** File name of an issue as a book, below the path of its page. */
export const epubFile = 'issue.epub';

/** `1 piece`, `6 pieces`. */
export const pieceCount = (count: number): string => `${count} ${count === 1 ? 'piece' : 'pieces'}`;
