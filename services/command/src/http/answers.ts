import { type ProblemCode, positionHeader, revisionEtag } from '@journal/contracts';
import { ProblemError } from '@journal/service-kit';
import type { FastifyReply } from 'fastify';
import type { Outcome, Written } from '../writing/decide-and-append.ts';

/** The rejections that are not called as the problem that they become. */
const problems = {
  'article-id-taken': 'write-conflict',
  'link-void': 'invalid-link',
  'registration-abandoned': 'write-conflict',
  'submission-id-taken': 'write-conflict',
  'user-id-taken': 'write-conflict',
  'writer-forgotten': 'not-signed-in',
} as const satisfies Readonly<Record<string, ProblemCode>>;

/** Why a command was rejected: a problem of the API, or one of those above. */
export type Rejection = ProblemCode | keyof typeof problems;

const isRenamed = (rejection: Rejection): rejection is keyof typeof problems =>
  Object.hasOwn(problems, rejection);

/** Returns the problem that a rejection stands for. */
export const problemOf = (rejection: Rejection): ProblemError =>
  new ProblemError(isRenamed(rejection) ? problems[rejection] : rejection);

/** Returns what was written. Throws the problem that a rejection stands for. */
export function writtenOrProblem<State>(
  outcome: Outcome<State, Rejection>,
  toProblem: (rejection: Rejection) => ProblemError = problemOf,
): Written<State> {
  if ('rejection' in outcome) throw toProblem(outcome.rejection);
  return outcome;
}

/** Answers 204 at `position`, if something was written. */
export function sendDone(reply: FastifyReply, position?: string): FastifyReply {
  if (position !== undefined) reply.header(positionHeader, position);
  return reply.code(204).header('cache-control', 'no-store').send();
}

/** Answers with the JSON text of a piece as it is at a revision, with the ETag that a GET gives. */
export function sendPiece(
  reply: FastifyReply,
  json: string,
  { state: { revision }, position }: Written<{ readonly revision: number }>,
): FastifyReply {
  return reply
    .headers({ [positionHeader]: position, etag: revisionEtag(revision, json), 'cache-control': 'no-store' })
    .type('application/json; charset=utf-8')
    .send(json);
}
