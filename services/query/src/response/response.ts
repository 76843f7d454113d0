import { hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { positionHeader, type RequestedResource, topicsHeader } from '@journal/contracts';
import { matchesEtag, type Server } from '@journal/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountOf } from '../account/access.ts';
import { isBehind } from '../tracker/read-your-writes.ts';

/** A finished response with status 200, the same for everybody who sends the same request. */
export type FinishedResponse = {
  readonly body: Buffer;
  readonly etag: string;
  /** Link header that names the next page, if there is one. */
  readonly link: string | undefined;
  /** Fewer topics than its route has, if it depends on fewer changes than other responses of the route may. */
  readonly topics?: readonly string[];
};

/** A response that is read from the tables while it is sent has a stream as its body; one to HEAD has none. */
type SentResponse = Omit<FinishedResponse, 'body'> & { readonly body: Buffer | Readable | undefined };

export const jsonType = 'application/json; charset=utf-8';
const topicsKey = 'topics';
const noTopics: readonly string[] = [];
const printable = /^[\x21-\x7e]+$/;
/** May be stored, but must be revalidated each time; 304 makes that cheap. */
export const revalidated = { public: 'no-cache', private: 'private, no-cache' };

/**
 * Returns the response for a value without its own version. Its ETag is derived from its bytes and from the Link
 * header: after a 304 without that header, a client keeps the one that it had.
 */
export function jsonResponse(value: unknown, link?: string): FinishedResponse {
  return responseOf(JSON.stringify(value), link);
}

/** Returns the same for JSON text. */
export function responseOf(json: string, link?: string): FinishedResponse {
  const body = Buffer.from(json);
  return { body, etag: `"${hash('sha256', `${json}${link ?? ''}`, 'base64url').slice(0, 22)}"`, link };
}

/**
 * Sends a response that shows the state at `position`, or 304 if the client already has it. `audience`: which caches
 * may store it.
 */
export function sendResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  { response, position }: { readonly response: SentResponse; readonly position: string },
  audience: keyof typeof revalidated = 'public',
) {
  reply
    .header('etag', response.etag)
    .header('cache-control', isBehind(request) ? 'no-store' : revalidated[audience])
    .header(positionHeader, position);
  if (response.link !== undefined) reply.header('link', response.link);
  if (matchesEtag(request.headers['if-none-match'], response.etag)) return reply.code(304).send();
  return reply.header('content-type', jsonType).send(response.body);
}

/** Sends a response that is not for everybody. No shared cache stores it; the client's own revalidates each time. */
export function sendPrivate(
  request: FastifyRequest,
  reply: FastifyReply,
  position: string,
  response: FinishedResponse,
) {
  reply.header('vary', 'authorization, cookie');
  return sendResponse(request, reply, { response, position }, 'private');
}

/** Returns the page from `limit` + 1 rows. `last` is undefined if no rows follow. */
export function splitPage<Row>(rows: readonly Row[], limit: number): { page: Row[]; last: Row | undefined } {
  const page = rows.slice(0, limit);
  return { page, last: rows.length > limit ? page.at(-1) : undefined };
}

/** Returns the Link header for the next page: its path with the parameters that are defined. */
export function nextLink(path: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, `${value}`);
  return `<${path}?${search}>; rel="next"`;
}

/** Sends a route's topics, if it has any, with its responses (`Journal-Topics`). Register this after access. */
export function registerResponseTopics(app: Server): void {
  app.decorateRequest(topicsKey, null);
  app.addHook('preHandler', (request, reply, done) => {
    const found = request.routeOptions.config.topics?.({
      params: request.params as RequestedResource['params'],
      query: request.query as RequestedResource['query'],
      userId: accountOf(request)?.user.id,
    });
    if (found) {
      request.setDecorator(topicsKey, found);
      // The parameters of an unknown path may contain characters that a header can't.
      if (found.every((topic) => printable.test(topic))) reply.header(topicsHeader, found.join(' '));
    }
    done();
  });
}

/** Returns the topics of the response to this request. */
export const topicsOf = (request: FastifyRequest): readonly string[] =>
  request.getDecorator<readonly string[] | null>(topicsKey) ?? noTopics;
