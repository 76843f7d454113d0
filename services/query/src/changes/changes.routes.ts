import { ChangesQuery, changesPath } from '@journal/contracts';
import { ProblemError, type Server } from '@journal/service-kit';
import { accountOfSession, type SessionParts } from '../account/session-account.ts';
import type { TrackedModel } from '../tracker/tracked-model.ts';
import type { ChangeStreams } from './change-streams.ts';

export type ChangesParts = SessionParts & {
  readonly streams: ChangeStreams;
  /** Of the articles' tables. */
  readonly readSide: TrackedModel;
};

/** Seconds; a stream of the same reader that was cut off is known to be gone by then. */
const retryAfter = '30';

/**
 * `GET /api/changes`: server-sent events, of which each reader is told as much as its session may see. `Last-Event-ID`,
 * or `?after=` the first time, says what is known already.
 */
export function registerChanges(app: Server, parts: ChangesParts): void {
  const { streams, readSide, accountsSide } = parts;
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    streams.close();
    done();
  });

  app.get(
    changesPath,
    { schema: { querystring: ChangesQuery }, config: { reads: [readSide, accountsSide] } },
    async (request, reply) => {
      const account = await accountOfSession(parts, request);
      if (streams.full || closing) throw new ProblemError('unavailable');
      if (streams.isFullFor(request.ip))
        throw new ProblemError('too-many-requests', { headers: { 'retry-after': retryAfter } });
      reply.headers({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      if (request.method === 'HEAD') return reply.send();
      const lastSeen = request.headers['last-event-id'] ?? request.query.after;
      reply.hijack();
      const response = reply.raw;
      response.writeHead(200, reply.getHeaders() as Record<string, string>);
      streams.follow(
        response,
        request.ip,
        typeof lastSeen === 'string' ? lastSeen : undefined,
        account && {
          userId: account.user.id,
          sessionVersion: account.sessionVersion,
          isAdmin: account.user.isAdmin,
        },
      );
      return reply;
    },
  );
}
