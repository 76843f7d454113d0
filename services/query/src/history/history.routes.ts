import { defaultHistoryLimit, HistoryQuery, HistoryVersionQuery } from '@journal/contracts';
import { ProblemError, type Server } from '@journal/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { newsroomOnly } from '../account/newsroom-only.ts';
import type { SessionParts } from '../account/session-account.ts';
import { jsonResponse } from '../response-cache/response-body.ts';
import { sendResponse } from '../response-cache/send-response.ts';
import type { TrackedModel } from '../tracker/tracked-model.ts';
import type { HistoryStore } from './history.store.ts';
import type { HistorySource } from './history-source.ts';
import { versionText } from './version-text.ts';

export type HistoryParts = SessionParts & {
  readonly store: HistoryStore;
  /** Of the tables that the histories are in. */
  readonly readSide: TrackedModel;
  readonly serviceToken: string;
};

const revisionIn = /^(0|[1-9][0-9]{0,8})$/;
/** The version before the first: nothing. */
const nothingYet = -1;

/**
 * `GET …/:id/history` and `…/history/:revision` of one kind of piece, deleted ones too. For the newsroom and its
 * programs.
 */
export function registerHistory(app: Server, source: HistorySource, parts: HistoryParts): void {
  const { store, readSide } = parts;
  const config = { reads: [readSide, parts.accountsSide] };
  const access = newsroomOnly(parts, parts.serviceToken);

  function idOf(text: string): number | string {
    const id = source.parseId(text);
    if (id === undefined) throw new ProblemError(source.notFound);
    return id;
  }

  function send(request: FastifyRequest, reply: FastifyReply, position: string, body: object, link?: string) {
    reply.header('vary', 'authorization, cookie');
    return sendResponse(request, reply, { response: jsonResponse(body, link), position }, 'private');
  }

  app.get<{ Params: { id: string }; Querystring: HistoryQuery }>(
    `${source.path}/:id/history`,
    { schema: { querystring: HistoryQuery }, config, ...access },
    async (request, reply) => {
      const id = idOf(request.params.id);
      const limit = Number(request.query.limit ?? defaultHistoryLimit);
      const before = request.query.before === undefined ? undefined : Number(request.query.before);
      const { position } = readSide;
      const found = await store.page(id, before, limit + 1);
      if (found.length === 0 && before === undefined) throw new ProblemError(source.notFound);
      const page = found.slice(0, limit);
      const last = page.at(-1);
      const link =
        found.length > page.length && last
          ? `<${source.path}/${id}/history?limit=${limit}&before=${last.revision}>; rel="next"`
          : undefined;
      return send(request, reply, position, page, link);
    },
  );

  app.get<{ Params: { id: string; revision: string }; Querystring: HistoryVersionQuery }>(
    `${source.path}/:id/history/:revision`,
    { schema: { querystring: HistoryVersionQuery }, config, ...access },
    async (request, reply) => {
      const id = idOf(request.params.id);
      const isRevision = revisionIn.test(request.params.revision);
      const revision = isRevision ? Number(request.params.revision) : nothingYet;
      const against = request.query.against === undefined ? revision - 1 : Number(request.query.against);
      const { position } = readSide;
      const known = await store.some(id, [0, revision, against]);
      if (!known.has(0)) throw new ProblemError(source.notFound);
      const version = known.get(revision);
      if (!version || (against !== nothingYet && !known.has(against)))
        throw new ProblemError('version-not-found');
      const { own, other } = await store.asOf(id, revision, against);
      return send(request, reply, position, versionText(version, own, other));
    },
  );
}
