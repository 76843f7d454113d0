import { internalChangesPath } from '@journal/contracts';
import { ProblemError, registerRoute } from '@journal/service-kit';
import { sessionOf } from '@journal/session';
import { readSessionAccount, staleUsers } from '../account/access.ts';
import { schemas } from '../database.ts';
import type { Resource } from '../resource.ts';
import { watchRights } from './audience.ts';
import { createChangeStreams } from './change-streams.ts';

/** Seconds after which the server has noticed that an earlier stream of the same client was cut off. */
const retryAfter = '30';
const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};

/**
 * `GET /api/changes`: server-sent events, limited for each client to what its session may see. `Last-Event-ID`, or
 * `?after=` on the first request, states what is already known. `GET /internal/changes`, which the gateway does not
 * expose, is for the processes of the web, which cache what they have read until a change arrives. It also sends steps
 * that change nothing for the public, ends when changes can't be received, and starts when they can be again.
 */
export const changeRoutes: Resource = async (app, context) => {
  const {
    articlesModel,
    accountsModel,
    submissionsModel,
    commentsModel,
    auditModel,
    accounts,
    metrics,
    limits,
  } = context;
  const mailingsModel = context.tracker.model(schemas.mailings);
  const concernsModel = context.tracker.model(schemas.concerns);
  const ofNewsroom = [auditModel, commentsModel, mailingsModel, concernsModel];
  const streams = createChangeStreams(
    { public: [articlesModel], signedIn: [submissionsModel, ...ofNewsroom] },
    limits,
    context.tracker.setFollowed,
  );
  const stopWatching = watchRights(
    streams,
    accounts,
    (userIds) => staleUsers(context, userIds),
    limits.rightsInterval,
  );
  context.tracker.onLost(streams.endPositionStreams);
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    stopWatching();
    streams.close();
    done();
  });
  metrics.value('change_streams_open', 'Open streams of GET /api/changes', () => streams.open);
  metrics.value(
    'change_streams_dropped',
    'Streams closed since the start because the client was slow',
    () => streams.dropped,
  );

  const config = { reads: [articlesModel, accountsModel] };
  registerRoute(app, 'GET /api/changes', { config }, async (request, reply) => {
    const account = await readSessionAccount(context, request);
    if (streams.full || isClosing) throw new ProblemError('unavailable');
    if (streams.isFullFor(request.ip))
      throw new ProblemError('too-many-requests', { headers: { 'retry-after': retryAfter } });
    reply.headers(streamHeaders);
    if (request.method === 'HEAD') return reply.send();
    const known = request.headers['last-event-id'] ?? request.query.after;
    const lastSeen = typeof known === 'string' ? known : undefined;
    const { id } = sessionOf(request) ?? {};
    const audience = account && {
      userId: account.user.id,
      sessionVersion: account.sessionVersion,
      roles: account.user.roles,
      ...(id === undefined ? {} : { sessionId: id }),
    };
    reply.hijack();
    // Separate from `writeHead`, so that the drain of the embedded gateway can read them.
    reply.raw.setHeaders(new Map(Object.entries(reply.getHeaders() as Record<string, string>)));
    reply.raw.writeHead(200);
    streams.follow(reply.raw, { address: request.ip, lastSeen, audience });
    return reply;
  });
  app.get(internalChangesPath, { logLevel: 'warn' }, async (request, reply) => {
    if (isClosing || !context.tracker.isListening) throw new ProblemError('unavailable');
    reply.hijack();
    reply.raw.writeHead(200, streamHeaders);
    streams.follow(reply.raw, { address: request.ip, allPositions: true });
    return reply;
  });
};
