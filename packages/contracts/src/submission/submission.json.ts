import { pickContent, submissionFields } from '@journal/events/fields';
import { articleEtag } from '../article/article-etag.ts';
import type { OwnSubmission, Submission } from './submission.schema.ts';

/** What is known of a pitch by its own events alone; its writer's address is not. */
export type SubmissionSource = Omit<Submission, 'email'>;

/** The pitch as its writer sees it, its fields always in the same order. */
export function toOwnSubmission(source: SubmissionSource): OwnSubmission {
  return {
    id: source.id,
    ...pickContent(submissionFields, source),
    createdAt: source.createdAt,
    status: source.status,
    articleId: source.articleId,
  };
}

/** The pitch as editors see it, its fields always in the same order. */
export function toSubmission(source: SubmissionSource, email: string | null): Submission {
  const { id, ...rest } = toOwnSubmission(source);
  return { id, userId: source.userId, email, ...rest };
}

/** The strong ETag of a pitch at a revision of its stream: `revisionsOfIfMatch` takes it as it takes an article's. */
export function submissionEtag(revision: number, json: string): string {
  return articleEtag(revision, json);
}
