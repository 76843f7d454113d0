import { parseArticleId, revisionEtag, revisionsOfIfMatch } from '../article/article.ts';
import { parseSubmissionId } from '../submission/submission.ts';

type ParsedTarget =
  | { readonly kind: 'new-pitch' }
  | { readonly kind: 'pitch'; readonly submissionId: string }
  | { readonly kind: 'article'; readonly articleId: number };

/** Returns the target of a draft; undefined if the name is invalid. */
export function parseDraftTarget(target: string): ParsedTarget | undefined {
  if (target === 'new-pitch') return { kind: 'new-pitch' };
  const [, kind, id = ''] = /^(pitch|article)-(.+)$/.exec(target) ?? [];
  const submissionId = kind === 'pitch' ? parseSubmissionId(id) : undefined;
  if (submissionId !== undefined) return { kind: 'pitch', submissionId };
  const articleId = kind === 'article' ? parseArticleId(id) : undefined;
  return articleId === undefined ? undefined : { kind: 'article', articleId };
}

/**
 * Returns the ETag of a version of a user's draft. Version 0 means that there is no draft. The ETag is specific to the
 * user, so that a page left open cannot save into the account of another user who signed in later.
 */
export const draftEtag = (version: number, userId: string): string => revisionEtag(version, userId);

/**
 * Returns the versions of the user's drafts in a header, `*` for any, or undefined if it is not an ETag of the journal.
 */
export function draftVersionsIn(header: string, userId: string): readonly number[] | '*' | undefined {
  const versions = revisionsOfIfMatch(header);
  if (versions === undefined || versions === '*') return versions;
  return versions.filter((version) => header.includes(draftEtag(version, userId)));
}
