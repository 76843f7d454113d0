import type { ArticleCard } from '@journal/contracts';
import { SitemapStream, streamToPromise } from 'sitemap';

/** What one sitemap may hold, by the protocol. */
export const sitemapLimit = 50_000;

/** Resolves with a sitemap of the pages, then the articles in the order given, with the time of their publication. */
export async function writeSitemap(
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
