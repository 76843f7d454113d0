import {
  type FieldError,
  type ProblemCode,
  problemMediaType,
  type SchemaMessages,
  schemaErrorMessage,
} from '@journal/contracts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ProblemDetails, ProblemError, toProblem } from './problem-error.ts';

const codeOfFastifyError: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body-too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid-json',
  FST_ERR_MAX_PARAM_LENGTH: 'not-found',
};

type ProblemOptions = {
  /** Returns the methods that a path supports. */
  methodsOf: (path: string) => readonly string[];
  /** Whether an error means that a dependency is temporarily unavailable: 503 instead of 500. */
  isUnavailable: (error: unknown) => boolean;
};

/**
 * The only place where errors become responses: always problem+json, never a stack trace, a query or a path. A path
 * that supports only other methods responds with 405, or with 204 to OPTIONS, and Allow; both before the body is read.
 */
export function registerProblems(app: FastifyInstance, options: ProblemOptions): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => answerError(error, request, reply, options));
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, 'not-found'));
  app.addHook('preParsing', async (request, reply) => {
    if (!request.is404) return;
    const methods = options.methodsOf(request.url.split('?', 1)[0] ?? '');
    if (methods.length === 0) throw new ProblemError('not-found');
    const allow = { allow: methods.join(', ') };
    if (request.method !== 'OPTIONS') throw new ProblemError('method-not-allowed', { headers: allow });
    await reply.code(204).headers(allow).send();
  });
}

/** Replies with the problem for an error, and logs server errors. */
export function answerError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  options: Pick<ProblemOptions, 'isUnavailable'>,
) {
  if (error instanceof ProblemError) {
    if (error.cause !== undefined)
      request.log.warn({ err: error.cause, code: error.code }, 'request refused');
    return sendProblem(reply, error.code, error.details);
  }
  if (error.validation) {
    const errors = toFieldErrors(error);
    const [first] = errors;
    return sendProblem(reply, 'invalid-request', first ? { message: first.message, errors } : {});
  }
  const known = codeOfFastifyError[error.code];
  if (known) return sendProblem(reply, known, known === 'body-too-large' ? tooLarge(request) : {});
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return sendProblem(reply, 'invalid-request');
  if (options.isUnavailable(error)) {
    request.log.warn({ err: error }, 'dependency unavailable');
    return sendProblem(reply, 'unavailable');
  }
  request.log.error({ err: error }, 'request failed');
  return sendProblem(reply, 'internal');
}

const tooLarge = ({ routeOptions }: FastifyRequest): ProblemDetails =>
  routeOptions.bodyLimit === undefined
    ? {}
    : { message: `The request is larger than ${Math.floor(routeOptions.bodyLimit / 1024)} KiB` };

/** Replies with a problem from the catalogue. */
function sendProblem(reply: FastifyReply, code: ProblemCode, details: ProblemDetails = {}) {
  const problem = toProblem(code, details);
  return reply
    .code(problem.status)
    .headers({
      'cache-control': 'no-store',
      ...(code === 'unavailable' ? { 'retry-after': '1' } : {}),
      ...details.headers,
    })
    .type(problemMediaType)
    .send(problem);
}

type ValidationError = NonNullable<FastifyError['validation']>[number] & {
  parentSchema?: SchemaMessages & { properties?: Record<string, SchemaMessages | undefined> };
};

const maxErrors = 20;
const maxPathLength = 100;

/**
 * Returns one message per field, from its schema if that defines one. At most 20, so that a bad request can't cause a
 * huge response.
 */
function toFieldErrors(error: FastifyError): FieldError[] {
  const byPath = new Map<string, string>();
  for (const one of (error.validation ?? []) as ValidationError[]) {
    const path = pathOf(one).slice(0, maxPathLength).toWellFormed();
    if (!byPath.has(path)) byPath.set(path, messageOf(one, path));
    if (byPath.size === maxErrors) break;
  }
  return [...byPath].map(([path, message]) => ({ path, message }));
}

function pathOf(error: ValidationError): string {
  const inside = error.instancePath.slice(1).replaceAll('/', '.');
  const named = error.params.missingProperty ?? error.params.additionalProperty;
  return typeof named === 'string' ? [inside, named].filter(Boolean).join('.') : inside;
}

function messageOf(error: ValidationError, path: string): string {
  if (error.keyword === 'required') {
    const missing = error.parentSchema?.properties?.[String(error.params.missingProperty)];
    return `${missing?.label ?? path} is required`;
  }
  if (error.keyword === 'additionalProperties') return `${path} is not a known field`;
  return schemaErrorMessage(error, error.parentSchema, path);
}
