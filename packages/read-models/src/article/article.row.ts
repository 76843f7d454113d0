import type { Section } from '@journal/contracts';

/** An article as it is now, without its content. */
export type ArticleRow = {
  readonly id: number;
  /** Of the article's stream: the last event applied. */
  readonly revision: number;
  /** The version that holds the content. */
  readonly contentRevision: number;
  readonly contributorId: string;
  /** Null, like the excerpt and the content, once the article's key is gone; it is then listed nowhere. */
  readonly title: string | null;
  readonly excerpt: string | null;
  readonly section: Section;
  /** Null, like age and school, once the writer's key is gone. */
  readonly authorName: string | null;
  readonly authorAge: number | null;
  readonly authorSchool: string | null;
  readonly readTime: number;
  readonly featured: 0 | 1;
  /** ISO 8601, UTC, milliseconds. */
  readonly createdAt: string;
  readonly deletedAt: string | null;
};

/** Whether readers see it: the same rule as the column `listed`. */
export function isListed(row: ArticleRow): boolean {
  return row.deletedAt === null && row.title !== null;
}
