import { positionHeader, type SubmissionReceipt, submissionEtag, toSubmission } from '@journal/contracts';
import { ProblemError } from '@journal/service-kit';
import type { FastifyReply } from 'fastify';
import type { Written } from '../writing/decide-and-append.ts';
import type { SubmissionState } from './domain/submission.state.ts';
import { problemOf } from './submission.problems.ts';
import type { SubmissionOutcome } from './submission-outcome.ts';

function writtenOrProblem(outcome: SubmissionOutcome): Written<SubmissionState> {
  if ('rejection' in outcome) throw problemOf(outcome.rejection);
  return outcome;
}

const headersAt = (position: string) => ({ [positionHeader]: position, 'cache-control': 'no-store' });

/** Answers a writer that the pitch has come, and how it is called from now on. */
export function sendReceipt(reply: FastifyReply, outcome: SubmissionOutcome): FastifyReply {
  const { state, position } = writtenOrProblem(outcome);
  if (state.status === 'missing' || !state.pitch) throw problemOf('writer-forgotten');
  const receipt: SubmissionReceipt = { id: state.pitch.id };
  return reply.code(201).headers(headersAt(position)).send(receipt);
}

/** Answers with the pitch as it is after the write, without the address that the log keeps elsewhere. */
export function sendSubmission(reply: FastifyReply, outcome: SubmissionOutcome): FastifyReply {
  const { state, position } = writtenOrProblem(outcome);
  if (state.status === 'missing' || !state.pitch) throw new ProblemError('submission-not-found');
  const articleId = state.status === 'published' ? state.articleId : null;
  const { email: _unknown, ...shown } = toSubmission(
    { ...state.pitch, status: state.status, articleId },
    null,
  );
  const json = JSON.stringify(shown);
  return reply
    .code(200)
    .headers({ ...headersAt(position), etag: submissionEtag(state.revision, json) })
    .type('application/json; charset=utf-8')
    .send(json);
}

/** Answers that it is done, with nothing to show. */
export function sendDone(reply: FastifyReply, outcome: SubmissionOutcome): FastifyReply {
  return reply
    .code(204)
    .headers(headersAt(writtenOrProblem(outcome).position))
    .send();
}
