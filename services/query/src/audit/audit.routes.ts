import { Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type AuditEntry, type AuditFilters, defaultAuditLimit } from '@journal/contracts';
import { ProblemError, registerRoute } from '@journal/service-kit';
import { waitForWords } from '../history/changes.store.ts';
import type { Resource } from '../resource.ts';
import { jsonResponse, nextLink, sendPrivate, splitPage } from '../response/response.ts';
import type { TrackedModel } from '../tracker/tracked-model.ts';
import { csvHead, csvLine } from './audit.csv.ts';
import { type AuditFilter, type AuditStore, auditFilter, createAuditStore } from './audit.store.ts';

/** Number of lines in memory at a time. */
const csvPage = 100;

/** `GET /api/audit` and `/api/audit.csv`: who did what, newest first. For the newsroom and its programs. */
export const auditRoutes: Resource = async (app, context) => {
  const { pool, auditModel, accountsModel, articlesModel, submissionsModel, wordsModel } = context;
  const store = createAuditStore(pool);
  const config = { reads: [auditModel, accountsModel, articlesModel, submissionsModel] };

  /** Throws until the requested data is complete: a partial result would be taken for a complete one. */
  async function requireComplete({ words }: AuditFilters, ...models: readonly TrackedModel[]): Promise<void> {
    if (![auditModel, ...models].every(({ ready }) => ready))
      throw new ProblemError('unavailable', { headers: { 'retry-after': '1' } });
    if (words !== undefined) await waitForWords(wordsModel, auditModel.position);
  }

  registerRoute(app, 'GET /api/audit', { config }, async (request, reply) => {
    const { limit: asked, before, ...filters } = request.query;
    await requireComplete(filters);
    const limit = Number(asked ?? defaultAuditLimit);
    const { position } = auditModel;
    const found = await store.entries(auditFilter(filters), before, limit + 1);
    const { page, last } = splitPage(found, limit);
    const link = last && nextLink('/api/audit', { ...filters, limit, before: last.position });
    return sendPrivate(request, reply, position, jsonResponse(page, link));
  });

  registerRoute(app, 'GET /api/audit.csv', { config }, async (request, reply) => {
    await requireComplete(request.query, articlesModel, submissionsModel);
    const filter = auditFilter(request.query);
    // Any error caused by the filter is reported before the file begins.
    const first = await store.entries(filter, undefined, csvPage);
    reply.headers({
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="journal-audit.csv"',
      'content-type': 'text/csv; charset=utf-8',
    });
    if (request.method === 'HEAD') return reply.send();
    return reply.send(Readable.from(pages(store, filter, first), { objectMode: false }));
  });
};

async function* pages(
  store: AuditStore,
  filter: AuditFilter,
  first: readonly AuditEntry[],
): AsyncGenerator<string> {
  yield csvHead;
  for (let page = first; page.length > 0; ) {
    const changed = await store.changesOf(page);
    for (const entry of page) {
      yield csvLine(entry, changed.get(entry.position));
      // Comparing long texts takes up to 100 ms.
      await yieldToEventLoop();
    }
    if (page.length < csvPage) return;
    page = await store.entries(filter, page.at(-1)?.position, csvPage);
  }
}
