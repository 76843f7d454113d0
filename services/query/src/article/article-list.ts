import type { Section } from '@journal/contracts';

/** What of the articles is asked for; newest first. */
export type ArticleSelection = {
  readonly section?: Section;
  readonly featured?: 0 | 1;
  /** Most articles; undefined: all. */
  readonly limit?: number;
  /** Only articles with an id below. */
  readonly after?: number;
  /** Without the content. */
  readonly cards: boolean;
};

/** The same text for the same selection. */
export function selectionKey({ section, featured, limit, after, cards }: ArticleSelection): string {
  return `list ${section ?? ''} ${featured ?? ''} ${limit ?? ''} ${after ?? ''} ${cards ? 'cards' : 'whole'}`;
}
