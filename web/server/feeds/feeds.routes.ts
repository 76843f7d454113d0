import { type ApiAnswer, type Article, type ArticleCard, type IssueCard, sections } from '@journal/contracts';
import type { FastifyInstance } from 'fastify';
import { SitemapStream, streamToPromise } from 'sitemap';
import type { Site } from '../../head/head-tags.ts';
import type { ReadApi } from '../http/read-api.ts';
import { createDocumentSender } from '../http/send-document.ts';
import type { PageRegistry } from '../pages/page-registry.ts';
import { feedFormats, writeFeed, writeIssueFeed } from './journal-feed.ts';

/** Maximum number of articles in a feed. */
const newest = 50;
const newestIssues = 24;
/** Maximum number of URLs in a sitemap, per the protocol. */
const sitemapLimit = 50_000;

/**
 * Serves RSS and Atom feeds of the whole journal, of each section and of the issues; `/sitemap.xml` with every article
 * and issue; and `/robots.txt`, which names the sitemap and disallows the API and the pages that opt out.
 */
export function registerFeeds(
  app: FastifyInstance,
  { read, site, pages }: { read: ReadApi; site: Site; pages: PageRegistry },
): void {
  const send = createDocumentSender();

  for (const format of ['rss', 'atom'] as const) {
    const { file, mediaType } = feedFormats[format];
    for (const section of [undefined, ...sections]) {
      const list = section === undefined ? '/api/articles' : `/api/articles/section/${section}`;
      app.get(section === undefined ? `/${file}` : `/${section}/${file}`, async (request, reply) => {
        const { data } = await read(`${list}?limit=${newest}`, request.id);
        return send(request, reply, {
          body: writeFeed(data as Article[], { format, site, section }),
          mediaType,
        });
      });
    }
    app.get(`/issues/${file}`, async (request, reply) => {
      const { data } = await read(`/api/issues?limit=${newestIssues}`, request.id);
      return send(request, reply, {
        body: writeIssueFeed(data as IssueCard[], { format, site }),
        mediaType,
      });
    });
  }

  type SitemapUrl = { readonly url: string; readonly lastmod?: string };

  /** Yields the URLs of a list's rows, page by page. */
  async function* addressesIn<Row>(list: string, toUrl: (row: Row) => SitemapUrl, requestId: string) {
    let path: string | null = list;
    while (path !== null) {
      const { data, next }: ApiAnswer = await read(path, requestId);
      yield* (data as Row[]).map(toUrl);
      path = next;
    }
  }

  /** Resolves with a sitemap of the pages, then articles and issues, newest first, with their publication dates. */
  async function writeSitemap(requestId: string): Promise<string> {
    const urls: SitemapUrl[] = pages.sitemap.map((url) => ({ url }));
    const toArticle = ({ id, createdAt }: ArticleCard) => ({ url: `/article/${id}`, lastmod: createdAt });
    const toIssue = ({ number, publishedAt }: IssueCard) => ({
      url: `/issues/${number}`,
      ...(publishedAt === null ? {} : { lastmod: publishedAt }),
    });
    for (const list of [
      addressesIn('/api/articles?limit=100&fields=card', toArticle, requestId),
      addressesIn('/api/issues?limit=100', toIssue, requestId),
    ])
      for await (const url of list) {
        if (urls.length === sitemapLimit) break;
        urls.push(url);
      }
    const xmlns = { news: false, xhtml: false, image: false, video: false };
    const stream = new SitemapStream({ hostname: site.url, xmlns });
    const written = streamToPromise(stream);
    for (const url of urls) stream.write(url);
    stream.end();
    return (await written).toString();
  }

  let underWay: Promise<string> | undefined;
  app.get('/sitemap.xml', async (request, reply) => {
    // Building it reads every page of both lists, so concurrent requests share one build.
    underWay ??= writeSitemap(request.id).finally(() => {
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
