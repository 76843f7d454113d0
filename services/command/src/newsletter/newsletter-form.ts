import { outcomeParameter, type ProblemCode } from '@journal/contracts';
import { ProblemError } from '@journal/service-kit';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which page a form that was sent without scripts goes back to. */
    page?: string;
  }
}

const formMediaType = 'application/x-www-form-urlencoded';

/** Whether a browser without scripts sent this: it wants to be shown a page. */
const cameAsForm = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() === formMediaType;

/**
 * From here on the routes of `scope` take forms beside JSON. A form that the person who sent it can mend goes back to
 * the page of its route, which then says what was wrong; one that another site sent is refused like everything else.
 */
export function takeForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(formMediaType, { parseAs: 'string' }, (_request, body, done) => {
    const fields = new URLSearchParams(String(body));
    done(null, Object.fromEntries(fields));
  });
  scope.setErrorHandler<FastifyError>((error, request, reply) => {
    const code = error.validation ? 'invalid-request' : codeOf(error);
    if (!cameAsForm(request) || code === undefined || code === 'other-origin') throw error;
    return goBack(request, reply, code);
  });
}

/** What is answered when all went well: `body` to programs, the page again to a form. */
export function answer(request: FastifyRequest, reply: FastifyReply, status: 200 | 202, body: object) {
  if (cameAsForm(request)) return goBack(request, reply, 'done');
  return reply.code(status).header('cache-control', 'no-store').send(body);
}

const codeOf = (error: unknown): ProblemCode | undefined =>
  error instanceof ProblemError ? error.code : undefined;

function goBack(request: FastifyRequest, reply: FastifyReply, outcome: string) {
  const { page = '/' } = request.routeOptions.config;
  return reply.header('cache-control', 'no-store').redirect(`${page}?${outcomeParameter}=${outcome}`, 303);
}
