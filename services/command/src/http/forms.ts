import { outcomeParameter, waitParameter } from '@journal/contracts';
import { ProblemError } from '@journal/service-kit';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The page to which a form sent without scripts is redirected. */
    page?: string;
  }
}

export const formMediaType = 'application/x-www-form-urlencoded';

/** Whether a browser without scripts sent this request: it expects a page. */
const isForm = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() === formMediaType;

/**
 * From here on, the routes of `scope` accept forms as well as JSON. A form with an error that its sender can correct is
 * redirected to the page of its route, which shows the error. A form from another site is rejected like any request.
 */
export function acceptForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(formMediaType, { parseAs: 'string' }, (_request, body, done) => {
    const fields = [...new URLSearchParams(String(body))];
    // Browsers send each line break as two characters, and count it as one.
    done(null, Object.fromEntries(fields.map(([name, text]) => [name, text.replaceAll('\r\n', '\n')])));
  });
  scope.setErrorHandler<FastifyError>((error, request, reply) => {
    const known = error instanceof ProblemError ? error : undefined;
    const code = error.validation ? 'invalid-request' : known?.code;
    if (!isForm(request) || code === undefined || code === 'other-origin') throw error;
    return redirectBack(request, reply, code, known?.details.headers?.['retry-after']);
  });
}

/** Responds with success: `body` for programs, a redirect to the page for forms. */
export function sendSuccess(request: FastifyRequest, reply: FastifyReply, status: 200 | 202, body: object) {
  if (isForm(request)) return redirectBack(request, reply, 'done');
  return reply.code(status).header('cache-control', 'no-store').send(body);
}

function redirectBack(request: FastifyRequest, reply: FastifyReply, outcome: string, wait?: string) {
  const { page = '/' } = request.routeOptions.config;
  const query = new URLSearchParams({ [outcomeParameter]: outcome, ...(wait && { [waitParameter]: wait }) });
  return reply.header('cache-control', 'no-store').redirect(`${page}?${query}`, 303);
}
