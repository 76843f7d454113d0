import { defaultHistoryLimit } from '@journal/contracts';
import { ProblemError, registerRoute } from '@journal/service-kit';
import type { FastifyRequest } from 'fastify';
import { accountOf, isAbleTo } from '../account/access.ts';
import type { QueryContext, Resource } from '../resource.ts';
import { jsonResponse, nextLink, sendPrivate, splitPage } from '../response/response.ts';
import type { TrackedModel } from '../tracker/tracked-model.ts';
import { createChangesStore, waitForWords } from './changes.store.ts';
import { differences } from './differences.ts';
import {
  articleHistory,
  createHistoryStore,
  type HistorySource,
  issueHistory,
  pageHistory,
  submissionHistory,
} from './history.store.ts';

const revisionIn = /^(0|[1-9][0-9]{0,8})$/;
/** Revision before the first version, when nothing was there. */
const beforeFirst = -1;

/**
 * `GET …/:id/history` and `…/history/:revision` of articles and pitches, including deleted ones, and of pages and
 * issues. For the newsroom.
 */
export const historyRoutes: Resource = async (app, context) => {
  registerHistory(app, context, articleHistory, context.articlesModel);
  registerHistory(app, context, submissionHistory, context.submissionsModel);
  registerHistory(app, context, pageHistory, context.articlesModel);
  registerHistory(app, context, issueHistory, context.articlesModel);
};

function registerHistory(
  app: Parameters<Resource>[0],
  { pool, accountsModel, submissionsModel, wordsModel }: QueryContext,
  source: HistorySource,
  model: TrackedModel,
): void {
  const store = createHistoryStore(pool, source);
  const changes = createChangesStore(pool);
  const config = { reads: [...new Set([model, accountsModel, submissionsModel])] };
  const { path } = source;
  const hiddenFrom = (request: FastifyRequest) =>
    isAbleTo(request, 'read-concerns') ? undefined : source.confidential;

  function idOf(text: string): number | string {
    const id = source.parseId(text);
    if (id === undefined) throw new ProblemError(source.notFound);
    return id;
  }

  /** The first version need not be revision 0: others may have written to the stream before. */
  const hasVersions = async (id: number | string) => (await store.page(id, { count: 1 })).length > 0;

  registerRoute(app, `GET ${path}/:id/history`, { config }, async (request, reply) => {
    const id = idOf(request.params.id);
    const limit = Number(request.query.limit ?? defaultHistoryLimit);
    const before = request.query.before === undefined ? undefined : Number(request.query.before);
    const { words } = request.query;
    const { position } = model;
    if (words !== undefined) await waitForWords(wordsModel, position);
    const only = words === undefined ? undefined : await changes.revisionsOf(source, id, words);
    const asked = { before, count: limit + 1, only, hidden: hiddenFrom(request) };
    const found = await store.page(id, asked);
    const mayBeMissing = found.length === 0 && before === undefined && !source.isAlwaysThere;
    if (mayBeMissing && !(only && (await hasVersions(id)))) throw new ProblemError(source.notFound);
    const { page, last } = splitPage(found, limit);
    const link = last && nextLink(`${path}/${id}/history`, { words, limit, before: last.revision });
    return sendPrivate(request, reply, position, jsonResponse(page, link));
  });

  registerRoute(app, `GET ${path}/:id/history/:revision`, { config }, async (request, reply) => {
    const id = idOf(request.params.id);
    const isRevision = revisionIn.test(request.params.revision);
    const revision = isRevision ? Number(request.params.revision) : beforeFirst;
    const asked = request.query.against;
    // The previous version may be hidden, or not written by the journal. What the piece was then is known anyway.
    const against = asked === undefined ? revision - 1 : Number(asked);
    const { position } = model;
    const known = await store.versionsAt(id, [revision, against], hiddenFrom(request));
    const version = known.get(revision);
    if (!version && !(await hasVersions(id))) throw new ProblemError(source.notFound);
    if (!version || (asked !== undefined && against !== beforeFirst && !known.has(against)))
      throw new ProblemError('version-not-found');
    const { own, other } = await store.asOf(id, revision, against);
    const counterpart = await store.counterpart(id);
    const changed = await differences(other, own, accountOf(request)?.user.id);
    const shown = { ...version, fields: own, differences: changed, counterpart };
    return sendPrivate(request, reply, position, jsonResponse(shown));
  });
}
