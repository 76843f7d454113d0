import { parseIssueNumber, revisionEtag, topics } from '@journal/contracts';
import { ProblemError, registerRoute, requireServiceToken } from '@journal/service-kit';
import type { FastifyRequest } from 'fastify';
import { requireAccount } from '../account/access.ts';
import { createArticlesStore } from '../article/articles.store.ts';
import type { Resource } from '../resource.ts';
import {
  type FinishedResponse,
  jsonResponse,
  nextLink,
  sendPrivate,
  splitPage,
} from '../response/response.ts';
import { sendCached } from '../response/response-cache.ts';
import { lowestOf } from '../tracker/read-your-writes.ts';
import { createIssuesStore, type IssueSelection } from './issues.store.ts';

const defaultLimit = 24;

/**
 * `GET /api/issues`, `…/newest`, `…/:id` and `…/:id/whole`: what readers see. With `?status=all`, editors and programs
 * are sent everything.
 */
export const issueRoutes: Resource = async (app, context) => {
  const { pool, cache, articlesModel, accountsModel, submissionsModel, config } = context;
  const store = createIssuesStore(pool, createArticlesStore(pool), config.CONSENT_AGE);
  const ofArticles = [articlesModel];
  // Includes the pitches that wait for the issues.
  const ofEverything = [articlesModel, accountsModel, submissionsModel];
  /** Readers need not wait for tables that they don't see. */
  const reads = ({ query }: FastifyRequest) =>
    (query as { readonly status?: string }).status === 'all' ? ofEverything : ofArticles;
  const requireToken = requireServiceToken(config.SERVICE_TOKEN);

  /** Resolves with whether everything is requested. Rejects if the caller may not see that. */
  async function requestsUnpublished(request: FastifyRequest, status: string | undefined): Promise<boolean> {
    if (status !== 'all') return false;
    if (request.headers.authorization === undefined) await requireAccount(context, request, 'edit-issues');
    else await requireToken(request);
    return true;
  }

  const missingIssueProblem = async (number: number) =>
    new ProblemError((await store.isWithdrawn(number)) ? 'issue-withdrawn' : 'issue-not-found');

  registerRoute(app, 'GET /api/issues', { config: { reads } }, async (request, reply) => {
    const { status, after } = request.query;
    const limit = Number(request.query.limit ?? defaultLimit);
    const below = after === undefined ? undefined : Number(after);
    const list = async (selection: IssueSelection): Promise<FinishedResponse> => {
      const { page, last } = splitPage(await store.cards(selection, limit + 1), limit);
      return jsonResponse(page, last && nextLink('/api/issues', { status, limit, after: last.number }));
    };
    if (await requestsUnpublished(request, status))
      return sendPrivate(
        request,
        reply,
        lowestOf(ofEverything),
        await list({ includesUnpublished: true, below }),
      );
    const key = `issues ${limit} ${below}`;
    return sendCached(request, reply, cache, {
      key,
      load: () => list({ includesUnpublished: false, below }),
    });
  });

  registerRoute(app, 'GET /api/issues/newest', { config: { reads: ofArticles } }, (request, reply) =>
    sendCached(request, reply, cache, {
      key: 'newest issue',
      load: async () => jsonResponse(await store.newest()),
    }),
  );

  // A write accepts this ETag in If-Match.
  registerRoute(app, 'GET /api/issues/:id', { config: { reads } }, async (request, reply) => {
    const number = parseIssueNumber(request.params.id);
    if (number === undefined) throw new ProblemError('issue-not-found');
    const load = async (includesUnpublished: boolean): Promise<FinishedResponse> => {
      const found = await store.issue(number, includesUnpublished);
      if (!found) throw await missingIssueProblem(number);
      const json = JSON.stringify(found.issue);
      const ofPieces = found.articleIds.map((id) => topics.article(id));
      const etag = revisionEtag(found.revision, json);
      return { body: Buffer.from(json), etag, link: undefined, topics: [topics.issues, ...ofPieces] };
    };
    if (await requestsUnpublished(request, request.query.status))
      return sendPrivate(request, reply, lowestOf(ofEverything), await load(true));
    return sendCached(request, reply, cache, { key: `issue ${number}`, load: () => load(false) });
  });

  registerRoute(
    app,
    'GET /api/issues/:id/whole',
    { config: { reads: ofArticles } },
    async (request, reply) => {
      const number = parseIssueNumber(request.params.id);
      if (number === undefined) throw new ProblemError('issue-not-found');
      const load = async (): Promise<FinishedResponse> => {
        const found = await store.whole(number);
        if (!found) throw await missingIssueProblem(number);
        const ofPieces = found.articleIds.map((id) => topics.article(id));
        return { ...jsonResponse(found.issue), topics: [topics.issues, ...ofPieces] };
      };
      return sendCached(request, reply, cache, { key: `whole issue ${number}`, load });
    },
  );
};
