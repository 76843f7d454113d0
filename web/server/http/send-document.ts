import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { namesTag } from '@journal/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type Document = { body: string; mediaType: string };
type Version = { tag: string; changedAt: number };

const worthCompressing = 1_000;

/**
 * Returns a function that sends a document with a weak ETag, compressed as the client accepts, or 304. Last-Modified is
 * when this process first saw the text, and strictly later for each other text, so that clients that compare times never
 * miss a change.
 */
export function createDocumentSender(now: () => number = Date.now) {
  const seen = new Map<string, Version>();
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    { body, mediaType }: Document,
  ): Promise<FastifyReply> => {
    const path = request.routeOptions.url ?? request.url;
    const state = nextState(seen.get(path), tagOf(body), now());
    seen.set(path, state);
    reply.headers({
      etag: state.tag,
      'last-modified': new Date(state.changedAt).toUTCString(),
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
    });
    if (isKnown(request, state)) return reply.code(304).send();
    reply.type(`${mediaType}; charset=utf-8`);
    return sendCompressed(request, reply, body);
  };
}

/** Returns a weak ETag made from the text. */
export function tagOf(body: string | Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}

function nextState(before: Version | undefined, tag: string, now: number): Version {
  if (before?.tag === tag) return before;
  const second = Math.floor(now / 1_000) * 1_000;
  return { tag, changedAt: before ? Math.max(second, before.changedAt + 1_000) : second };
}

function isKnown(request: FastifyRequest, { tag, changedAt }: Version): boolean {
  const tags = request.headers['if-none-match'];
  if (tags !== undefined) return namesTag(tags, tag);
  return Date.parse(request.headers['if-modified-since'] ?? '') >= changedAt;
}

async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string,
): Promise<FastifyReply> {
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  if (encoding === 'identity' || body.length < worthCompressing) return reply.send(body);
  reply.header('content-encoding', encoding);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return reply.send(
    encoding === 'br' ? await promisify(brotliCompress)(body, { params }) : await promisify(gzip)(body),
  );
}

export type Encoding = 'br' | 'gzip' | 'identity';

/** Browsers send some 30 characters. */
const maxHeaderLength = 200;

/** Returns the best encoding that the client accepts; `q=0` excludes one. A header of over 200 characters is ignored. */
export function acceptedEncoding(header = ''): Encoding {
  if (header.length > maxHeaderLength) return 'identity';
  const accepted = new Set(
    header
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((piece) => piece.trim()))
      .filter(([, quality]) => !/^q=0(\.0*)?$/.test(quality ?? ''))
      .map(([name]) => name),
  );
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') || accepted.has('*') ? 'gzip' : 'identity';
}
