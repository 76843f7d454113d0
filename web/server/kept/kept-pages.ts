import { randomUUID } from 'node:crypto';
import { positionHeader, type SessionUser, type StreamTransport, type Transport } from '@journal/contracts';
import type { Metrics } from '@journal/service-kit';
import type { FastifyBaseLogger } from 'fastify';
import { tagOf } from '../http/send-document.ts';
import { defaultBudget, type PageOptions, readTimeoutOf, renderWhole } from '../pages/render.ts';
import { readAs } from '../pages/visitor.ts';
import { contentSecurityPolicy, securityHeaders } from '../security/security.ts';
import { createChangeFollower } from './change-follower.ts';
import { scriptHashes, unknownScripts } from './inline-scripts.ts';
import { createPageCache, type LoadedPage } from './page-cache.ts';
import { createPagePurge, type SharedCache, surrogateKeys } from './page-purge.ts';
import { createRecompression, preparePage } from './prepared-page.ts';
import { type StartedReads, watchReads } from './watched-reads.ts';

export type KeptPagesOptions = {
  readonly rendering: PageOptions;
  readonly transport: Transport;
  readonly changes: StreamTransport;
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  /** Seconds for which shared caches may store a page; if omitted, they may not store it. */
  readonly sharedMaxAge?: number | undefined;
  /** Shared cache to purge pages from; if omitted, pages stay in shared caches for `sharedMaxAge`. */
  readonly sharedCache?: SharedCache | undefined;
  /** Milliseconds after which each purge is repeated. */
  readonly repeatPurgeAfter?: number | undefined;
};

/**
 * The only difference between two renders of the same content, in this process or another. A page confirmed by 304 may
 * therefore name a position that change streams no longer know; the browser then fetches it once more (record 149).
 */
const positionField = /"position":"[^"]*"/g;
const varying = 'accept-encoding, cookie';
const maxBytes = 32 * 1024 * 1024;

/**
 * Returns the pages for reading as visitors get them. Each is rendered once and kept until a change touches its
 * content. No page is available while the stream of changes is interrupted.
 */
export function createKeptPages(options: KeptPagesOptions) {
  const { rendering, transport, log, metrics } = options;
  const recompress = createRecompression((error) => log.warn({ err: error }, 'page not recompressed'));
  const wait = rendering.budget ?? defaultBudget;
  const timeout = readTimeoutOf(rendering);
  const common = {
    ...securityHeaders(rendering.site.url),
    'content-security-policy': contentSecurityPolicy({ scriptHashes }),
    vary: options.sharedMaxAge === undefined ? varying : `${varying}, ${positionHeader}`,
  };
  const { sharedCache, repeatPurgeAfter: repeatAfter } = options;
  const purge = sharedCache && createPagePurge({ cache: sharedCache, log, metrics, repeatAfter });

  /** Returns the headers that control for how long, and by whom, a page that read these topics may be stored. */
  function cacheHeadersOf(read: ReadonlySet<string>): Readonly<Record<string, string>> {
    const keys = sharedCache && surrogateKeys(read);
    if (options.sharedMaxAge === undefined || (sharedCache && keys === undefined))
      return { 'cache-control': 'private, no-cache' };
    const shared = { 'cache-control': `public, max-age=0, s-maxage=${options.sharedMaxAge}` };
    return keys === undefined ? shared : { ...shared, 'surrogate-key': keys };
  }

  /** Returns the headers of a page in the flat form that `writeHead` accepts. */
  const headersOf = (contentType: string, more: Readonly<Record<string, string>>) =>
    Object.entries({ 'content-type': contentType, ...common, ...more }).flat();

  /** Renders a page from public data, in the state at `position` or a later one. */
  async function renderFrom(
    address: string,
    session: SessionUser | null,
    { position, onLate = () => {} }: { position: string; onLate?: (reads: StartedReads) => void },
  ) {
    const requestId = randomUUID();
    const reader = {
      id: requestId,
      headers: position === '' ? {} : { [positionHeader]: position },
      log: log.child({ requestId }),
    };
    const readApi = readAs(reader, transport, new AbortController().signal, timeout);
    const reads = watchReads(readApi, { position, wait, onLate });
    try {
      return { rendered: await renderWhole(rendering, { address, session, read: reads.read }), reads };
    } finally {
      reads.end();
    }
  }

  async function load(
    address: string,
    onLate: (reads: StartedReads) => void,
  ): Promise<LoadedPage | undefined> {
    const { rendered, reads } = await renderFrom(address, null, { position: follower.position, onLate });
    if (!rendered || !reads.isReliable) return undefined;
    const unknown = unknownScripts(rendered.html);
    if (unknown.length > 0) {
      log.error(
        { script: unknown[0]?.slice(0, 200) },
        'page has an inline script that its content security policy does not allow',
      );
      return undefined;
    }
    const html = Buffer.from(rendered.html);
    const { contentType, status } = rendered;
    if (status !== 200) {
      const headers = headersOf(contentType, { 'cache-control': 'private, no-cache' });
      return {
        page: preparePage(html, { status, headers, contentType }),
        topics: reads.topics,
        isCacheable: false,
      };
    }
    const etag = tagOf(rendered.html.replaceAll(positionField, ''));
    const headers = headersOf(contentType, { ...cacheHeadersOf(reads.topics), etag });
    const page = preparePage(html, { status, headers, etag, contentType });
    return { page, topics: reads.topics, isCacheable: true };
  }

  const cache = createPageCache({
    load,
    isCurrent: () => follower.isCurrent,
    maxBytes,
    onFirstRequest: recompress,
  });
  const follower = createChangeFollower({
    open: options.changes,
    onChange(changed) {
      cache.drop(changed);
      purge?.purge(changed);
    },
    onGap() {
      cache.dropAll();
      purge?.purgeAll();
    },
    onError: (error) => log.warn({ err: error, dependency: 'changes' }, 'change stream lost, reconnecting'),
  });
  for (const [name, help, read] of [
    ['kept_pages', 'Pages in the cache', () => cache.stats().pages],
    ['kept_pages_bytes', 'Upper bound of the bytes of cached pages', () => cache.stats().bytes],
    ['kept_pages_hits', 'Pages sent from the cache since the start', () => cache.stats().hits],
    ['kept_pages_misses', 'Pages rendered for the cache since the start', () => cache.stats().misses],
  ] as const)
    metrics.value(name, help, read);

  return {
    cache,
    follower,
    headersOf,
    renderFrom,
    start: (): void => follower.start(),
    stop(): void {
      follower.stop();
      purge?.stop();
    },
  };
}

export type KeptPages = ReturnType<typeof createKeptPages>;
