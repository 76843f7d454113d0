import type { ArticleVersion, Section } from '@journal/contracts';

/** Fields that a version can bring; the text as of a version is the last value of each up to it. */
export type VersionedFields = {
  readonly contributorId: string;
  readonly title: string | null;
  readonly excerpt: string | null;
  readonly content: string | null;
  readonly section: Section;
  readonly authorName: string | null;
  readonly authorAge: number | null;
  readonly authorSchool: string | null;
  readonly readTime: number;
  readonly featured: 0 | 1;
};

/** One event of an article: who, when, and the values it brought. `changed` names them; the others are undefined. */
export type ArticleVersionRow = {
  readonly [Field in keyof VersionedFields]?: VersionedFields[Field] | undefined;
} & {
  readonly articleId: number;
  readonly revision: number;
  readonly event: ArticleVersion['event'];
  /** ISO 8601, UTC, milliseconds. */
  readonly at: string;
  readonly actorId: string;
  readonly actorRole: string;
  readonly requestId: string;
  readonly position: string;
  readonly changed: readonly string[];
  /** The version whose text this one brought back. */
  readonly restoredRevision?: number | undefined;
};
