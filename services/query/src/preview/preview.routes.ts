import { ApiError, parseSubmissionId, previewTokenPattern } from '@journal/contracts';
import { ProblemError, registerRoute } from '@journal/service-kit';
import type { FastifyReply } from 'fastify';
import type { Resource } from '../resource.ts';

const tokenShape = new RegExp(previewTokenPattern);

/**
 * `GET /api/preview` and `GET /api/submissions/:id/previews`. The command service answers both: only it can recognise
 * a token by its hash, and a link revoked a moment ago is shown to nobody.
 */
export const previewRoutes: Resource = async (app, { command, accountsModel }) => {
  registerRoute(app, 'GET /api/preview', { config: { reads: [] } }, async (request, reply) => {
    const { token } = request.query;
    reply.header('cache-control', 'no-store');
    if (!tokenShape.test(token)) throw new ProblemError('preview-not-found');
    // In the body: a token must not be in a URL that a proxy between the services may log.
    const asked = command.request('POST /api/operations/previews', {
      body: { token },
      requestId: request.id,
      repeatable: true,
    });
    return sendUncached(reply, await answerOf(asked));
  });

  const config = { reads: [accountsModel] };
  registerRoute(app, 'GET /api/submissions/:id/previews', { config }, async (request, reply) => {
    const id = parseSubmissionId(request.params.id);
    if (id === undefined) throw new ProblemError('submission-not-found');
    const key = 'POST /api/operations/submissions/:id/previews';
    const asked = command.request(key, { params: { id }, requestId: request.id, repeatable: true });
    return sendUncached(reply, await answerOf(asked));
  });
};

const forwardedCodes = ['preview-not-found', 'preview-ended', 'submission-not-found'] as const;

/** Resolves with the command service's response. Throws its problem if that is passed on, or else `unavailable`. */
async function answerOf<Data>(asked: Promise<{ readonly data: Data }>): Promise<Data> {
  try {
    return (await asked).data;
  } catch (cause) {
    const code = cause instanceof ApiError ? forwardedCodes.find((known) => known === cause.code) : undefined;
    if (code) throw new ProblemError(code);
    throw new ProblemError('unavailable', { headers: { 'retry-after': '5' } }, { cause });
  }
}

const sendUncached = (reply: FastifyReply, data: unknown) =>
  reply
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(data));
