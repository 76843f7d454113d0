import { type ApiAnswer, type Article, type ArticleCard, sections } from '@journal/contracts';
import type { FastifyInstance } from 'fastify';
import { SitemapStream, streamToPromise } from 'sitemap';
import type { Site } from '../../head/head-tags.ts';
import type { ReadApi } from '../http/read-api.ts';
import { createDocumentSender } from '../http/send-document.ts';
import type { PageRegistry } from '../pages/page-registry.ts';
import { feedFormats, writeFeed } from './journal-feed.ts';

/** Articles in a feed. */
const newest = 50;
/** What one sitemap may hold, by the protocol. */
const sitemapLimit = 50_000;

/**
 * RSS and Atom of the whole journal and of each section, `/sitemap.xml` with every article, and `/robots.txt`, which names
 * it and keeps programs out of what is no page.
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
  }

  /** Resolves with a sitemap of the pages, then the articles, newest first, with the time of their publication. */
  async function writeSitemap(requestId: string): Promise<string> {
    const urls: { url: string; lastmod?: string }[] = pages.sitemap.map((url) => ({ url }));
    let path: string | null = '/api/articles?limit=100&fields=card';
    while (path !== null && urls.length < sitemapLimit) {
      const { data, next }: ApiAnswer = await read(path, requestId);
      for (const { id, createdAt } of data as ArticleCard[])
        urls.push({ url: `/article/${id}`, lastmod: createdAt });
      path = next;
    }
    const xmlns = { news: false, xhtml: false, image: false, video: false };
    const stream = new SitemapStream({ hostname: site.url, xmlns });
    const written = streamToPromise(stream);
    for (const url of urls.slice(0, sitemapLimit)) stream.write(url);
    stream.end();
    return (await written).toString();
  }

  let underWay: Promise<string> | undefined;
  app.get('/sitemap.xml', async (request, reply) => {
    // It reads every list page there is: those who ask meanwhile share it.
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
