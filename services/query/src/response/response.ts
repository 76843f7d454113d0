import { hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { positionHeader, type RequestedResource, topicsHeader } from '@journal/contracts';
import { namesTag, type Server } from '@journal/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountOf } from '../account/access.ts';
import { isBehind } from '../tracker/read-your-writes.ts';

/** A finished response of status 200: what is sent to everybody who asks the same. */
export type FinishedResponse = {
  readonly body: Buffer;
  readonly etag: string;
  /** The Link header that names the next page, where there is one. */
  readonly link: string | undefined;
  /** Fewer topics than its route has, where it depends on fewer changes than any other response of the route may. */
  readonly topics?: readonly string[];
};

/** One that is read from the tables while it is sent has a stream as its body; that of HEAD has none. */
type SentResponse = Omit<FinishedResponse, 'body'> & { readonly body: Buffer | Readable | undefined };

export const jsonType = 'application/json; charset=utf-8';
const topicsKey = 'topics';
const noTopics: readonly string[] = [];
const printable = /^[\x21-\x7e]+$/;
/** May be stored, but must be revalidated each time; 304 makes that cheap. */
export const revalidated = { public: 'no-cache', private: 'private, no-cache' };

/** Returns the response to a value that has no version of its own: its ETag is made from its bytes. */
export function jsonResponse(value: unknown, link?: string): FinishedResponse {
  return responseOf(JSON.stringify(value), link);
}

/** Returns the same for JSON that is text already. */
export function responseOf(json: string, link?: string): FinishedResponse {
  const body = Buffer.from(json);
  return { body, etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"`, link };
}

/**
 * Sends a response that shows the state at `position`, or 304 where the client has it already. `audience`: which caches
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
  if (namesTag(request.headers['if-none-match'], response.etag)) return reply.code(304).send();
  return reply.header('content-type', jsonType).send(response.body);
}

/** Sends what not everybody may see: no shared cache stores it, and the client's own revalidates each time. */
export function sendPrivate(
  request: FastifyRequest,
  reply: FastifyReply,
  position: string,
  response: FinishedResponse,
) {
  reply.header('vary', 'authorization, cookie');
  return sendResponse(request, reply, { response, position }, 'private');
}

/** Returns the page's rows, of which one more than `limit` was read; `last` is undefined where none follow. */
export function splitPage<Row>(rows: readonly Row[], limit: number): { page: Row[]; last: Row | undefined } {
  const page = rows.slice(0, limit);
  return { page, last: rows.length > limit ? page.at(-1) : undefined };
}

/** Returns the Link header of the next page: its path with those of the parameters that are defined. */
export function nextLink(path: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, `${value}`);
  return `<${path}?${search}>; rel="next"`;
}

/** Sends the topics of each route that has some with its responses (`Journal-Topics`); to be registered after access. */
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
      // The parameters of an unknown path may bring characters that a header can't hold.
      if (found.every((topic) => printable.test(topic))) reply.header(topicsHeader, found.join(' '));
    }
    done();
  });
}

/** Returns the topics of the response to this request. */
export const topicsOf = (request: FastifyRequest): readonly string[] =>
  request.getDecorator<readonly string[] | null>(topicsKey) ?? noTopics;
