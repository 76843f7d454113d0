import {
  type ApiAnswer,
  type Article,
  type ArticleCard,
  createApiClient,
  type Section,
  sections,
  type Transport,
} from '@journal/contracts';
import { ProblemError } from '@journal/service-kit';
import type { FastifyInstance } from 'fastify';
import { SitemapStream, streamToPromise } from 'sitemap';
import type { Site } from '../../head/structured-data.ts';
import { createDocumentSender } from '../http/send-document.ts';
import type { PageRegistry } from '../pages/page-registry.ts';
import { type FeedFormat, feedFormats, writeFeed } from './journal-feed.ts';

const newest = 50;
const mediaTypes = { rss: 'application/rss+xml', atom: 'application/atom+xml' } as const;

/** RSS and Atom of the whole journal and of each section: the newest 50 articles, whole. */
export function registerFeeds(
  app: FastifyInstance,
  { transport, site }: { transport: Transport; site: Site },
): void {
  const send = createDocumentSender();
  const register = (format: FeedFormat, section?: Section) => {
    const url = `${section === undefined ? '' : `/${section}`}/${feedFormats[format]}`;
    const list = section === undefined ? '/api/articles' : `/api/articles/section/${section}`;
    app.get(url, async (request, reply) => {
      const { data } = await createReader(transport, request.id)(`${list}?limit=${newest}`);
      const body = writeFeed(data as Article[], { format, site, section });
      return send(request, reply, { body, mediaType: mediaTypes[format] });
    });
  };
  for (const format of ['rss', 'atom'] as const) {
    register(format);
    for (const section of sections) register(format, section);
  }
}

const readTimeout = 5_000;

/** Returns a read for machine pages; rejects with the `unavailable` problem where the API does not answer as it should. */
function createReader(transport: Transport, requestId: string) {
  const client = createApiClient(transport, { timeout: readTimeout });
  return (path: string) =>
    client.get(path, { requestId }).catch((cause: unknown) => {
      throw new ProblemError('unavailable', { headers: { 'retry-after': '5' } }, { cause });
    });
}

/** Resolves with the cards of all articles, page after page, and at most as many as a sitemap may hold. */
async function readCards(read: ReturnType<typeof createReader>): Promise<ArticleCard[]> {
  const cards: ArticleCard[] = [];
  let path: string | null = '/api/articles?limit=100&fields=card';
  while (path !== null && cards.length < sitemapLimit) {
    const { data, next }: ApiAnswer = await read(path);
    cards.push(...(data as ArticleCard[]));
    path = next;
  }
  return cards;
}

/** `/sitemap.xml` with every article, and `/robots.txt`, which names it and keeps programs out of what is no page. */
export function registerSitemap(
  app: FastifyInstance,
  { transport, site, pages }: { transport: Transport; site: Site; pages: PageRegistry },
): void {
  const send = createDocumentSender();
  let underWay: Promise<string> | undefined;

  app.get('/sitemap.xml', async (request, reply) => {
    // It reads every list page there is: those who ask meanwhile share it.
    underWay ??= readCards(createReader(transport, request.id))
      .then((articles) => writeSitemap(pages.sitemap, articles, site.url))
      .finally(() => {
        underWay = undefined;
      });
    return send(request, reply, { body: await underWay, mediaType: 'application/xml' });
  });

  const robots = [
    'User-agent: *',
    'Allow: /',
    ...['/api/', ...pages.disallowed].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${site.url}/sitemap.xml`,
    '',
  ].join('\n');
  app.get('/robots.txt', (request, reply) => send(request, reply, { body: robots, mediaType: 'text/plain' }));
}

/** What one sitemap may hold, by the protocol. */
const sitemapLimit = 50_000;

/** Resolves with a sitemap of the pages, then the articles in the order given, with the time of their publication. */
async function writeSitemap(
  pages: readonly string[],
  articles: readonly ArticleCard[],
  publicUrl: string,
): Promise<string> {
  const stream = new SitemapStream({
    hostname: publicUrl,
    xmlns: { news: false, xhtml: false, image: false, video: false },
  });
  const written = streamToPromise(stream);
  for (const url of pages) stream.write({ url });
  for (const { id, createdAt } of articles.slice(0, sitemapLimit - pages.length)) {
    stream.write({ url: `/article/${id}`, lastmod: createdAt });
  }
  stream.end();
  return (await written).toString();
}
