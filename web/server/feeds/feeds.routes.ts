import { type Section, sections, type Transport } from '@journal/contracts';
import type { FastifyInstance } from 'fastify';
import type { Site } from '../../head/structured-data.ts';
import { createDocumentSender } from '../http/send-document.ts';
import { type FeedFormat, feedFormats, writeFeed } from './journal-feed.ts';
import { createArticleReader } from './read-articles.ts';

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
      const articles = await createArticleReader(transport, request.id).list(`${list}?limit=${newest}`);
      const body = writeFeed(articles, { format, site, section });
      return send(request, reply, { body, mediaType: mediaTypes[format] });
    });
  };
  for (const format of ['rss', 'atom'] as const) {
    register(format);
    for (const section of sections) register(format, section);
  }
}
