import type { ProblemCode } from '@journal/contracts';
import type { ArticleRefusal } from './article-outcome.ts';

/** The one place where an article's refusals become answers. */
export const problemOfRefusal: Readonly<Record<ArticleRefusal, ProblemCode>> = {
  'article-id-taken': 'write-conflict',
  'article-not-found': 'article-not-found',
  'article-not-deleted': 'article-not-deleted',
  'edited-meanwhile': 'edited-meanwhile',
  'idempotency-key-reused': 'idempotency-key-reused',
  'version-not-found': 'version-not-found',
  'write-conflict': 'write-conflict',
};
