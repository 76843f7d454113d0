import { type IssueCard, sections } from '@journal/contracts';
import type { Covered } from '../../ui/artwork/draw-cover.ts';

export type Front = Pick<IssueCard, 'number' | 'title' | 'cover' | 'colours'>;

/** Covers of issues have ids of their own, so that none is drawn as an article's. */
const firstCover = 1_000_000;

/** What the cover of an issue is drawn from: the motif and the colours that were chosen, or its own from issue to issue. */
export const coverOfIssue = ({ number, title, cover, colours }: Front): Covered => ({
  id: firstCover + number,
  section: colours === 'auto' ? (sections[number % sections.length] ?? 'view') : colours,
  title: title ?? '',
  cover,
});

export const issueName = ({ number, title }: Pick<Front, 'number' | 'title'>): string =>
  title ?? `Issue ${number}`;

/** The feeds of the issues, which their pages lead to. */
export const issueFeeds = { name: 'Issues', path: '/issues' } as const;

/** An issue as a book, below its page's address. */
export const epubFile = 'issue.epub';

/** `1 piece`, `6 pieces`. */
export const pieceCount = (count: number): string => `${count} ${count === 1 ? 'piece' : 'pieces'}`;
