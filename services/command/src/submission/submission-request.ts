import { parseSubmissionId, type SubmissionFields } from '@journal/contracts';
import { ProblemError } from '@journal/service-kit';
import type { FastifyRequest } from 'fastify';
import type { SubmissionContent } from './domain/submission.commands.ts';

/** The submission id of the path; 404 for what can't be one. */
export function submissionIdOf(request: FastifyRequest): string {
  const { id } = request.params as { id: string };
  const submissionId = parseSubmissionId(id);
  if (submissionId === undefined) throw new ProblemError('submission-not-found');
  return submissionId;
}

/** Hook: a path without a possible id is answered before the body is read. */
export async function requireSubmissionId(request: FastifyRequest): Promise<void> {
  submissionIdOf(request);
}

/** A validated body as the domain takes it: no school is null. */
export function contentOf(fields: SubmissionFields): SubmissionContent {
  return {
    fullName: fields.fullName,
    age: fields.age,
    school: fields.school || null,
    section: fields.section,
    articleTitle: fields.articleTitle,
    articleSummary: fields.articleSummary,
    fullEssay: fields.fullEssay,
  };
}
