import { randomBytes } from 'node:crypto';
import type { NamedDraft, Transport } from '@journal/contracts';
import { checkResponses, toProblem } from '@journal/service-kit';
import { type Session, startSession } from '@journal/session';
import { createTestDatabase, openGate, sessionCookie, until } from '@journal/testing';
import { afterAll, beforeAll, inject } from 'vitest';
import { createQueryService, type QueryParts } from '../query.service.ts';
import { createTables, type Tables } from './tables.ts';

export const sampleToken = 'a token for the specs with enough characters'.replaceAll(' ', '-');

export type QuerySystemOptions = QueryParts & {
  /** `false` omits the tables, as before a worker's first start. */
  readonly isBuilt?: boolean;
  /** Default: no logging. */
  readonly logLevel?: 'info' | 'warn';
  /** Meilisearch to query. Default: Postgres. */
  readonly searchUrl?: string;
  /** Writers below this age need a guardian's consent. */
  readonly consentAge?: number;
  /** Whether administrators must present a passkey. */
  readonly requiresPasskeys?: boolean;
  /** Fills the tables before the service reads them for the first time; no notification announces that. */
  readonly begin?: (tables: Tables) => Promise<unknown>;
};

/**
 * Returns a transport to a command service that records exports, keeps these drafts, and has no preview links and no
 * requests for consent.
 */
export const commandOf =
  (drafts: readonly NamedDraft[]): Transport =>
  async (path) =>
    path.includes('/drafts')
      ? { status: 200, headers: {}, body: JSON.stringify(drafts) }
      : path.includes('/consents')
        ? { status: 400, headers: {}, body: JSON.stringify(toProblem('invalid-link')) }
        : path.includes('/previews')
          ? { status: 200, headers: {}, body: '[]' }
          : { status: 204, headers: {}, body: '' };

/** Resolves with a query service on its own tables. */
export async function createQuerySystem({
  isBuilt = true,
  logLevel,
  searchUrl,
  requiresPasskeys = false,
  consentAge,
  begin,
  ...parts
}: QuerySystemOptions = {}) {
  // Cheaper than creating the tables.
  const template = isBuilt ? inject('readModelTables') : undefined;
  const database = await createTestDatabase(inject('postgresUrl'), template);
  const through = new URL(database.url);
  const gate = await openGate(Number(through.port));
  through.port = String(gate.port);
  const sessionKeys = randomBytes(32).toString('base64');
  const tables = createTables(database.url);
  if (isBuilt) await tables.build();
  await begin?.(tables);
  const service = await createQueryService(
    {
      PORT: 0,
      HOST: '127.0.0.1',
      LOG_LEVEL: logLevel ?? 'silent',
      JOURNAL_NAME: 'The Forum',
      TRUSTED_PROXIES: 'loopback',
      DATABASE_URL: through.href,
      SERVICE_TOKEN: sampleToken,
      SESSION_KEYS: sessionKeys,
      REQUIRE_PASSKEYS: requiresPasskeys ? 'on' : 'off',
      ...(consentAge === undefined ? {} : { CONSENT_AGE: consentAge }),
      ...(searchUrl === undefined ? {} : { SEARCH_URL: searchUrl }),
    },
    { command: commandOf([]), ...parts },
  );
  checkResponses(service.app);
  // Seals a cookie as the command service does.
  service.app.post<{ Body: Session }>('/sessions', async (request) => {
    startSession(request, request.body);
    return null;
  });
  await service.app.ready();
  await service.start();
  const get = (url: string, headers: Record<string, string> = {}) =>
    service.app.inject({ method: 'GET', url, headers });

  return {
    service,
    tables,
    /** The service's connection to the database; the tables have another. */
    gate,
    get,
    /** Resolves with the items of all pages of a list, one array per page. */
    async pages<Item>(first: string, headers: Record<string, string>): Promise<Item[][]> {
      const pages: Item[][] = [];
      for (let url: string | undefined = first; url !== undefined; ) {
        const page: Awaited<ReturnType<typeof get>> = await get(url, headers);
        pages.push(page.json());
        url = /<(.*)>; rel="next"/.exec(String(page.headers.link))?.[1];
      }
      return pages;
    },
    /** Resolves with the Cookie header of a session. */
    async cookieOf(body: Session): Promise<string> {
      const answer = await service.app.inject({ method: 'POST', url: '/sessions', body });
      return sessionCookie(answer.headers);
    },
    /** Makes the service listen on HTTP. */
    listen: () => service.app.listen({ host: '127.0.0.1', port: 0 }),
    /** Resolves when the service reports that it is ready. */
    async untilReady(): Promise<void> {
      await until(async () => {
        const { statusCode, body } = await service.app.inject('/health/ready');
        if (statusCode !== 200) throw new Error(body);
      });
    },
    /** Ends the connections whose name matches, and resolves with their number. */
    async endConnections(like: string): Promise<number> {
      const { rowCount } = await tables.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name like $1`,
        [like],
      );
      return rowCount ?? 0;
    },
    async close(): Promise<void> {
      await service.stop();
      await tables.close();
      await gate.close();
      await database.drop();
    },
  };
}

export type QuerySystem = Awaited<ReturnType<typeof createQuerySystem>>;

/** Returns a system for the specs of a file, filled and ready before the first and closed after the last. */
export function useQuerySystem(options: QuerySystemOptions, fill: () => Promise<unknown>): QuerySystem {
  const system = {} as QuerySystem;
  beforeAll(async () => {
    Object.assign(system, await createQuerySystem(options));
    await fill();
    await system.untilReady();
  });
  afterAll(() => system.close());
  return system;
}
