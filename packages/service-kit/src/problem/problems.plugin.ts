import { type FieldError, type ProblemCode, problemMediaType } from '@journal/contracts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError, type ProblemDetails, toProblem } from './problem-error.ts';
import { toFieldErrors } from './validation-message.ts';

const codeOfFastifyError: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body-too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid-json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid-json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid-request',
  FST_ERR_BAD_URL: 'invalid-request',
};

/** The one place where an error becomes an answer: always problem+json, never a stack, a query or a path. */
export function registerProblems(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => answerError(error, request, reply));
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, 'not-found'));
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof ProblemError) {
    if (error.cause !== undefined) request.log.warn({ err: error.cause, code: error.code }, 'request refused');
    return sendProblem(reply, error.code, error.details);
  }
  if (error.validation) {
    const errors: FieldError[] = toFieldErrors(error);
    const [first] = errors;
    return sendProblem(reply, 'invalid-request', first ? { message: first.message, errors } : {});
  }
  const known = codeOfFastifyError[error.code];
  if (known) return sendProblem(reply, known);
  if (error instanceof SyntaxError && error.statusCode === 400) return sendProblem(reply, 'invalid-json');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return sendProblem(reply, 'invalid-request');
  request.log.error({ err: error }, 'request failed');
  return sendProblem(reply, 'internal');
}

/** Answers with a problem of the catalogue. */
export function sendProblem(reply: FastifyReply, code: ProblemCode, details: ProblemDetails = {}) {
  const problem = toProblem(code, details);
  return reply
    .code(problem.status)
    .headers({ 'cache-control': 'no-store', ...details.headers })
    .type(problemMediaType)
    .send(problem);
}
