import {
  createHttpStreamTransport,
  createHttpTransport,
  Origins,
  type StreamTransport,
  type Transport,
} from '@journal/contracts';
import { ConfigError, createMetrics, createServer, publicOrigin, type Service } from '@journal/service-kit';
import { registerAssets, registerManifest } from './assets/assets.ts';
import type { WebConfig } from './config.ts';
import { createCoverPictures } from './covers/cover-pictures.ts';
import { registerCovers } from './covers/covers.routes.ts';
import { registerEpubs } from './epub/epub.routes.ts';
import { registerFeeds } from './feeds/feeds.routes.ts';
import { createApiReader } from './http/read-api.ts';
import { createFastlyCache } from './kept/fastly.ts';
import { createKeptPages } from './kept/kept-pages.ts';
import { createKeptResponder } from './kept/kept-responder.ts';
import { SharedCacheError } from './kept/page-purge.ts';
import { createEarlyReads } from './kept/watched-reads.ts';
import { createDevPages, loadBuiltPages } from './pages/load-pages.ts';
import { loadPageRegistry } from './pages/page-registry.ts';
import { type PageOptions, registerPages } from './pages/render.ts';
import { registerApiProxy } from './proxy/api-proxy.ts';
import { registerSecurityHeaders } from './security/security.ts';

export type WebDependencies = {
  /** The query side in the same process; if omitted, pages read from QUERY_URL. */
  api?: Transport;
  /** Changes of the query side in the same process; if both this and QUERY_URL are missing, no pages are kept. */
  changes?: StreamTransport;
  /** Milliseconds that a page waits for its lists before it is sent without them. */
  budget?: number;
  /** Milliseconds after which a page's read times out. Default: 1,000, or `budget` if that is longer. */
  readTimeout?: number;
  /** Milliseconds after which each purge of a shared cache is repeated. */
  repeatPurgeAfter?: number;
  /** Serve pages from their sources, with hot reload. */
  dev?: boolean;
};

/**
 * Creates the public web service: pages, feeds, files and, if QUERY_URL and COMMAND_URL are set, the proxy to the API.
 * Rejects with a `ConfigError` if there is no API to read from.
 */
export async function createWebService(
  config: WebConfig,
  dependencies: WebDependencies = {},
): Promise<Service> {
  const query = config.QUERY_URL ? new Origins(config.QUERY_URL) : undefined;
  const command = config.COMMAND_URL ? new Origins(config.COMMAND_URL) : undefined;
  const transport = dependencies.api ?? (query && createHttpTransport(query));
  if (!transport) throw new ConfigError(['QUERY_URL: is not set']);

  const changes = dependencies.changes ?? (query && createHttpStreamTransport(query));
  const metrics = createMetrics('web');
  const app = createServer({
    name: 'web',
    logLevel: config.LOG_LEVEL,
    trustedProxies: config.TRUSTED_PROXIES,
    metrics,
    checks: query ? { query: () => answers(transport) } : {},
    isUnavailable: (error) => error instanceof SharedCacheError,
  });
  const pages = await loadPageRegistry();
  const site = { name: config.JOURNAL_NAME, url: publicOrigin(config), timeZone: config.TIME_ZONE };
  registerSecurityHeaders(app, site.url);
  if (query && command) await registerApiProxy(app, { query, command });
  const dev = dependencies.dev ? await createDevPages(app) : undefined;
  if (!dev) await registerAssets(app);
  registerManifest(app, site);
  const { read, readIfChanged } = createApiReader(transport);
  registerFeeds(app, { read, site, pages });
  const pictures = createCoverPictures();
  registerCovers(app, { read, site, pictures });
  registerEpubs(app, { readIfChanged, site, pictures });
  const early = createEarlyReads();
  const rendering: PageOptions = {
    pages,
    renderPage: dev?.renderPage ?? (await loadBuiltPages()),
    transport,
    site,
    journal: { firstDay: undefined },
    firstIssue: config.FIRST_ISSUE,
    early,
    ...(dependencies.budget === undefined ? {} : { budget: dependencies.budget }),
    ...(dependencies.readTimeout === undefined ? {} : { readTimeout: dependencies.readTimeout }),
    ...(dev ? { dev } : {}),
  };
  registerPages(app, rendering);

  const { log } = app;
  const kept =
    dev || !changes
      ? undefined
      : createKeptPages({
          rendering,
          transport,
          changes,
          log,
          metrics,
          sharedMaxAge: config.PAGE_MAX_AGE,
          sharedCache: sharedCacheOf(config),
          repeatPurgeAfter: dependencies.repeatPurgeAfter,
        });
  if (kept) {
    app.answerEarly(createKeptResponder({ kept, pages, transport, log, early }));
    app.addHook('preClose', async () => kept.stop());
  }

  return {
    name: 'web',
    app,
    start: async () => {
      await app.ready();
      kept?.start();
    },
    stop: () => app.close(),
  };
}

const sharedCacheOf = ({ PAGE_PURGE_URL: url, PAGE_PURGE_TOKEN: token }: WebConfig) =>
  url === undefined || token === undefined ? undefined : createFastlyCache(url, token);

async function answers(transport: Transport): Promise<void> {
  const { status } = await transport('/health/live', {
    method: 'GET',
    headers: {},
    isSafe: true,
    signal: AbortSignal.timeout(1_500),
  });
  if (status !== 200) throw new Error('not alive');
}
