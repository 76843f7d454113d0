import { Readable } from 'node:stream';
import { type AuditEntry, AuditFilters, AuditQuery, defaultAuditLimit } from '@journal/contracts';
import { ProblemError, type Server } from '@journal/service-kit';
import { newsroomOnly } from '../account/newsroom-only.ts';
import type { SessionParts } from '../account/session-account.ts';
import { jsonResponse } from '../response-cache/response-body.ts';
import { sendResponse } from '../response-cache/send-response.ts';
import type { TrackedModel } from '../tracker/tracked-model.ts';
import { csvHead, csvLine } from './audit.csv.ts';
import type { AuditStore } from './audit.store.ts';
import { type AuditFilter, auditFilter } from './audit-filter.ts';

export type AuditParts = SessionParts & {
  readonly store: AuditStore;
  /** Of the audit's tables. */
  readonly auditSide: TrackedModel;
  readonly serviceToken: string;
};

/** Lines that are in memory at a time. */
const csvPage = 1_000;

/** `GET /api/audit` and `/api/audit.csv`: who did what, newest first. For the newsroom and its programs. */
export function registerAudit(app: Server, parts: AuditParts): void {
  const { store, auditSide } = parts;
  const config = { reads: [auditSide, parts.accountsSide] };
  const access = newsroomOnly(parts, parts.serviceToken);

  app.get<{ Querystring: AuditQuery }>(
    '/api/audit',
    { schema: { querystring: AuditQuery }, config, ...access },
    async (request, reply) => {
      whole(auditSide);
      const { limit: asked, before, ...filters } = request.query;
      const limit = Number(asked ?? defaultAuditLimit);
      const { position } = auditSide;
      const found = await store.entries(auditFilter(filters), before, limit + 1);
      const page = found.slice(0, limit);
      const last = page.at(-1);
      const link = found.length > page.length && last ? nextOf(filters, limit, last) : undefined;
      reply.header('vary', 'authorization, cookie');
      return sendResponse(request, reply, { response: jsonResponse(page, link), position }, 'private');
    },
  );

  app.get<{ Querystring: AuditFilters }>(
    '/api/audit.csv',
    { schema: { querystring: AuditFilters }, config, ...access },
    async (request, reply) => {
      whole(auditSide);
      const filter = auditFilter(request.query);
      // Whatever goes wrong with the filter is told before the file begins.
      const first = await store.entries(filter, undefined, csvPage);
      reply.headers({
        'cache-control': 'no-store',
        'content-disposition': 'attachment; filename="journal-audit.csv"',
        'content-type': 'text/csv; charset=utf-8',
      });
      if (request.method === 'HEAD') return reply.send();
      return reply.send(Readable.from(pages(store, filter, first), { objectMode: false }));
    },
  );
}

/** A history that lacks a part is none. */
function whole(auditSide: TrackedModel): void {
  if (!auditSide.ready) throw new ProblemError('unavailable', { headers: { 'retry-after': '1' } });
}

function nextOf(filters: AuditFilters, limit: number, last: AuditEntry): string {
  const query = new URLSearchParams({ ...filters, limit: String(limit), before: last.position });
  return `</api/audit?${query}>; rel="next"`;
}

async function* pages(
  store: AuditStore,
  filter: AuditFilter,
  first: readonly AuditEntry[],
): AsyncGenerator<string> {
  yield csvHead;
  for (let page = first; page.length > 0; ) {
    yield page.map(csvLine).join('');
    if (page.length < csvPage) return;
    page = await store.entries(filter, page.at(-1)?.position, csvPage);
  }
}
