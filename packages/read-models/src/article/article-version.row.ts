import type { ArticleVersion, Section } from '@journal/contracts';
import type { Brought, VersionHead } from '../version/version-head.ts';

/** Fields that a version can bring; the text as of a version is the last value of each up to it. */
type VersionedFields = {
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
export type ArticleVersionRow = Brought<VersionedFields> &
  VersionHead<ArticleVersion['event']> & { readonly articleId: number };
