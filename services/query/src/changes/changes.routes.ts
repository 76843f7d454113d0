import { ChangesQuery, changesPath } from '@journal/contracts';
import { ProblemError, type Server } from '@journal/service-kit';
import type { ChangeStreams } from './change-streams.ts';

/** Seconds; a stream of the same reader that was cut off is known to be gone by then. */
const retryAfter = '30';

/** `GET /api/changes`: server-sent events. `Last-Event-ID`, or `?after=` the first time, says what is known already. */
export function registerChanges(app: Server, streams: ChangeStreams): void {
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    streams.close();
    done();
  });

  app.get(changesPath, { schema: { querystring: ChangesQuery } }, async (request, reply) => {
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
    streams.follow(response, request.ip, typeof lastSeen === 'string' ? lastSeen : undefined);
    return reply;
  });
}
