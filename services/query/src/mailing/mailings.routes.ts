import { freshForHeader, mailingIdPattern, parseIssueNumber, revisionEtag } from '@journal/contracts';
import { ProblemError, registerRoute } from '@journal/service-kit';
import { isAbleTo } from '../account/access.ts';
import { createArticlesStore } from '../article/articles.store.ts';
import { schemas } from '../database.ts';
import { createIssuesStore } from '../issue/issues.store.ts';
import type { Resource } from '../resource.ts';
import { jsonResponse, sendPrivate } from '../response/response.ts';
import { lowestOf } from '../tracker/read-your-writes.ts';
import { createMailingsStore } from './mailings.store.ts';

/** `GET /api/issues/:id/mailings` and `GET /api/mailings/:id`: for the newsroom. */
export const mailingRoutes: Resource = async (app, context) => {
  const { pool, tracker, articlesModel, accountsModel } = context;
  const store = createMailingsStore(pool);
  const issues = createIssuesStore(pool, createArticlesStore(pool));
  const reads = [tracker.model(schemas.mailings), articlesModel, accountsModel];
  const config = { reads };

  registerRoute(app, 'GET /api/issues/:id/mailings', { config }, async (request, reply) => {
    const number = parseIssueNumber(request.params.id);
    if (number === undefined || !(await issues.issue(number, true)))
      throw new ProblemError('issue-not-found');
    return sendPrivate(request, reply, lowestOf(reads), jsonResponse(await store.ofIssue(number)));
  });

  // A write accepts this ETag in If-Match.
  registerRoute(app, 'GET /api/mailings/:id', { config }, async (request, reply) => {
    const { id } = request.params;
    const found = isMailingId.test(id)
      ? await store.mailing(id, isAbleTo(request, 'read-addresses'))
      : undefined;
    if (!found) throw new ProblemError('mailing-not-found');
    const json = JSON.stringify(found.mailing);
    const etag = revisionEtag(found.revision, json);
    const response = { body: Buffer.from(json), etag, link: undefined };
    const { status, deliveries } = found.mailing;
    // No change is announced per copy or subscriber, so clients poll. Copies in flight still arrive after a pause.
    if (status === 'freezing' || status === 'sending' || deliveries.sending > 0)
      reply.header(freshForHeader, progressInterval);
    if (status === 'prepared') reply.header(freshForHeader, subscribersInterval);
    return sendPrivate(request, reply, lowestOf(reads), response);
  });
};

/** Polling intervals, in seconds. */
const progressInterval = 2;
const subscribersInterval = 5;
const isMailingId = new RegExp(mailingIdPattern);
