import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pageAddress } from '../../data/page-address.ts';
import type { ApiTransport } from '../api/api-transport.ts';
import { readAs } from '../api/visitor-api.ts';
import { acceptedEncoding } from '../http/accepted-encoding.ts';
import { contentSecurityPolicy } from '../security/content-security-policy.ts';
import type { RenderPage } from './load-pages.ts';
import { createPageStream } from './page-stream.ts';
import { wantsWholePage } from './reader.ts';

export type PageOptions = {
  renderPage: RenderPage;
  transport: ApiTransport;
  site: { name: string; url: string };
  dev?: { hotReload: string };
};

/** Milliseconds that a page waits for its lists before it is sent without them. */
const budget = 50;

/**
 * Answers with the page of this address. The status is decided before the first byte; from then on the page streams,
 * compressed and flushed as it comes. When the reader leaves, the reads end.
 */
export async function sendPage(
  options: PageOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { renderPage, transport, site, dev } = options;
  const nonce = randomBytes(16).toString('base64url');
  const left = new AbortController();
  reply.raw.once('close', () => left.abort());
  const whole = wantsWholePage(request);

  const { httpResponse, errorWhileRendering, is404 } = await renderPage({
    urlOriginal: pageAddress(request.url),
    headersOriginal: request.headers,
    cspNonce: nonce,
    site,
    pageData: {
      read: readAs(request, transport, left.signal),
      budget: whole ? Number.POSITIVE_INFINITY : budget,
      whole,
    },
  });

  // The renderer answers 200 with the data of its not-found page.
  const statusCode = is404 === true ? 404 : httpResponse.statusCode;
  if (statusCode === 500) request.log.error({ err: errorWhileRendering }, 'the page failed');

  for (const [name, value] of httpResponse.headers) reply.header(name, value);
  reply.code(statusCode);
  reply.header('content-security-policy', contentSecurityPolicy({ nonce, ...(dev ? { dev } : {}) }));
  reply.header('cache-control', statusCode >= 500 ? 'no-store' : 'private, no-cache');
  if (statusCode === 503) reply.header('retry-after', '5');

  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  reply.header('vary', 'accept-encoding, user-agent');
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  const { writable, readable } = createPageStream(encoding);
  httpResponse.pipe(writable);
  return reply.send(readable);
}
