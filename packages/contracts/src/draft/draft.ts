import { parseArticleId, revisionEtag } from '../article/article.ts';
import { parseSubmissionId } from '../submission/submission.ts';

type ParsedTarget =
  | { readonly kind: 'new-pitch' }
  | { readonly kind: 'pitch'; readonly submissionId: string }
  | { readonly kind: 'article'; readonly articleId: number };

/** Returns what a draft is of; undefined where no draft can have that name. */
export function parseDraftTarget(target: string): ParsedTarget | undefined {
  if (target === 'new-pitch') return { kind: 'new-pitch' };
  const [, kind, id = ''] = /^(pitch|article)-(.+)$/.exec(target) ?? [];
  const submissionId = kind === 'pitch' ? parseSubmissionId(id) : undefined;
  if (submissionId !== undefined) return { kind: 'pitch', submissionId };
  const articleId = kind === 'article' ? parseArticleId(id) : undefined;
  return articleId === undefined ? undefined : { kind: 'article', articleId };
}

/** Returns the ETag of a version of a draft. Version 0 is that there is none. */
export const draftEtag = (version: number): string => revisionEtag(version, '');
