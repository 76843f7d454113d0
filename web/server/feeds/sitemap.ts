import type { ArticleCard, Transport } from '@journal/contracts';
import type { FastifyInstance } from 'fastify';
import { SitemapStream, streamToPromise } from 'sitemap';
import type { Site } from '../../head/structured-data.ts';
import { createDocumentSender } from '../http/send-document.ts';
import type { PageRegistry } from '../pages/page-registry.ts';
import { createArticleReader } from './read-articles.ts';

/** `/sitemap.xml` with every article, and `/robots.txt`, which names it and keeps programs out of what is no page. */
export function registerSitemap(
  app: FastifyInstance,
  { transport, site, pages }: { transport: Transport; site: Site; pages: PageRegistry },
): void {
  const send = createDocumentSender();
  let underWay: Promise<string> | undefined;

  app.get('/sitemap.xml', async (request, reply) => {
    // It reads every list page there is: those who ask meanwhile share it.
    underWay ??= createArticleReader(transport, request.id)
      .cards('/api/articles?limit=100&fields=card', sitemapLimit)
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
