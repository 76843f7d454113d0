import { oneClickPath, SubscriptionToken } from '@journal/contracts';
import { ProblemError, type Server } from '@journal/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

const mostBytes = 4 * 1024;
/** RFC 8058, 3.2: the field comes as one of these. */
const mediaTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];
const oneClick = /^List-Unsubscribe=One-Click$|name="?List-Unsubscribe"?[\s\S]*?\r?\n\r?\nOne-Click\s/;

/**
 * RFC 8058's one-click unsubscribe: mail programs send it from wherever they are, without cookies and without asking
 * further. Calls `unsubscribe` with the token of the address.
 */
export async function registerOneClick(
  app: Server,
  unsubscribe: (request: FastifyRequest, reply: FastifyReply, token: string) => Promise<FastifyReply>,
): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser(mediaTypes, { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.post<{ Querystring: SubscriptionToken }>(
      oneClickPath,
      {
        config: { access: 'public', fromAnyOrigin: true },
        bodyLimit: mostBytes,
        schema: { querystring: SubscriptionToken },
      },
      async (request, reply) => {
        if (typeof request.body !== 'string' || !oneClick.test(request.body.trimEnd()))
          throw new ProblemError('invalid-request', {
            message: 'Only a one-click unsubscribe is taken here',
          });
        return unsubscribe(request, reply, request.query.token);
      },
    );
  });
}
