import type { ApiResponse, AuditEntry } from '@journal/contracts';
import { type FixtureAccounts, problem, userOfCookie } from './fixture-accounts.ts';
import { sampleEditor } from './fixture-history.ts';
import type { NewsroomCall } from './fixture-newsroom.ts';

/** The audit in memory. */
export type FixtureAudit = {
  /** Newest first. */
  entries: AuditEntry[];
  /** Comes before the answer: gives one in its place, or nothing. */
  before: () => Promise<ApiResponse | undefined>;
  /** Undefined for what is not the audit's. */
  answer(call: NewsroomCall): Promise<ApiResponse | undefined>;
};

export function createFixtureAudit(journal: () => { accounts: FixtureAccounts }): FixtureAudit {
  const audit: FixtureAudit = {
    entries: [],
    before: async () => undefined,
    async answer({ url, headers }) {
      if (!/^\/api\/audit(?:\.csv)?$/.test(url.pathname)) return undefined;
      const instead = await audit.before();
      if (instead) return instead;
      const user = userOfCookie(journal().accounts, headers.cookie ?? '');
      if (!user) return problem('not-signed-in');
      if (!user.isAdmin) return problem('not-allowed');
      const matching = audit.entries.filter((entry) => fits(entry, url.searchParams));
      return url.pathname.endsWith('.csv') ? file(matching) : list(matching, url.searchParams);
    },
  };
  return audit;
}

export function sampleAuditEntry(number: number, fields: Partial<AuditEntry> = {}): AuditEntry {
  return {
    position: String(number).padStart(8, '0'),
    at: new Date(Date.UTC(2026, 10, 1, 12) + number * 3_600_000).toISOString(),
    kind: 'ArticleEdited',
    actor: sampleEditor,
    requestId: `request-${number}`,
    entity: { type: 'article', id: '7' },
    title: `Title at ${number}`,
    revision: number,
    changed: ['title'],
    restoredRevision: null,
    ...fields,
  };
}

function fits({ actor, entity, kind, at, title }: AuditEntry, search: URLSearchParams): boolean {
  const [person, kinds, q] = [search.get('person'), search.get('kind'), search.get('q')?.toLowerCase()];
  const day = at.slice(0, 10);
  return (
    (person === null || actor.id === person || entity.id === person) &&
    (kinds === null || kinds.split(',').includes(kind)) &&
    day >= (search.get('from') ?? '') &&
    day <= (search.get('to') ?? '9999') &&
    (q === undefined || `${title} ${actor.name}`.toLowerCase().includes(q))
  );
}

function list(matching: readonly AuditEntry[], search: URLSearchParams): ApiResponse {
  const before = search.get('before') ?? '9';
  const rows = matching.filter(({ position }) => position < before);
  const limit = Number(search.get('limit') ?? 50);
  const shown = rows.slice(0, limit);
  const next = new URLSearchParams(search);
  next.set('before', shown.at(-1)?.position ?? '');
  const headers = {
    'content-type': 'application/json',
    ...(rows.length > limit ? { link: `</api/audit?${next}>; rel="next"` } : {}),
  };
  return { status: 200, headers, body: JSON.stringify(shown) };
}

function file(matching: readonly AuditEntry[]): ApiResponse {
  return {
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="journal-audit.csv"',
    },
    body: `Time,Event\r\n${matching.map(({ at, kind }) => `${at},${kind}\r\n`).join('')}`,
  };
}
