import { comingPieces, parseIssueNumber } from '@journal/contracts';
import { renderIssueMail } from '@journal/issue-mail';
import { ProblemError, publicOrigin, registerRoute } from '@journal/service-kit';
import { createArticlesStore } from '../article/articles.store.ts';
import { createIssuesStore } from '../issue/issues.store.ts';
import type { Resource } from '../resource.ts';
import { jsonResponse, sendPrivate } from '../response/response.ts';
import { lowestOf } from '../tracker/read-your-writes.ts';

/**
 * `GET /api/issues/:id/mail` and `/mail/html`: an issue as subscribers would receive it now, or once it is published.
 */
export const mailRoutes: Resource = async (app, context) => {
  const { pool, config, articlesModel, accountsModel, submissionsModel } = context;
  const issues = createIssuesStore(pool, createArticlesStore(pool), config.CONSENT_AGE);
  const publicUrl = publicOrigin(config);
  const reads = [articlesModel, accountsModel, submissionsModel];

  async function mailOf(id: string) {
    const number = parseIssueNumber(id);
    const found = number === undefined ? undefined : await issues.issue(number, true);
    if (!found) throw new ProblemError('issue-not-found');
    const unsubscribeUrl = new URL('/newsletter/unsubscribe', publicUrl).href;
    const issue = {
      ...found.issue,
      isPublished: found.issue.status === 'published',
      pieces: comingPieces(found.issue),
    };
    return renderIssueMail(issue, { name: config.JOURNAL_NAME, publicUrl }, unsubscribeUrl);
  }

  registerRoute(app, 'GET /api/issues/:id/mail', { config: { reads } }, async (request, reply) =>
    sendPrivate(request, reply, lowestOf(reads), jsonResponse(await mailOf(request.params.id))),
  );

  registerRoute(app, 'GET /api/issues/:id/mail/html', { config: { reads } }, async (request, reply) => {
    const { html } = await mailOf(request.params.id);
    return reply
      .headers({
        'cache-control': 'no-store',
        // A mail runs no scripts and loads nothing but the cover. Its links open outside the frame.
        'content-security-policy': `sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' ${publicUrl}; frame-ancestors 'self'`,
        'content-type': 'text/html; charset=utf-8',
      })
      .send(html.replace('<head>', '<head><base target="_blank">'));
  });
};
