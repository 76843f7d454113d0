import { parseArticleId, revisionEtag, revisionsOfIfMatch } from '../article/article.ts';
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

/**
 * Returns the ETag of a version of a user's draft; version 0 is that there is none. It is that user's alone: a page that was
 * left open saves nothing into the account of whoever has signed in since.
 */
export const draftEtag = (version: number, userId: string): string => revisionEtag(version, userId);

/** Returns those versions of a user's drafts that a header names, `*` for any, or undefined for what is no ETag of ours. */
export function draftVersionsIn(header: string, userId: string): readonly number[] | '*' | undefined {
  const versions = revisionsOfIfMatch(header);
  if (versions === undefined || versions === '*') return versions;
  return versions.filter((version) => header.includes(draftEtag(version, userId)));
}
