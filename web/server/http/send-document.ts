import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { matchesEtag } from '@journal/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

export type Document = { body: string; mediaType: string };
type Version = { tag: string; changedAt: number };

const worthCompressing = 1_000;

/**
 * Returns a function that sends a document with a weak ETag, in an encoding the client accepts, or 304. Last-Modified
 * is the time at which this process first saw the text, and strictly later for each new text, so that clients that
 * compare times never miss a change.
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

/** Returns a weak ETag derived from the text. */
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
  if (tags !== undefined) return matchesEtag(tags, tag);
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
  return reply.send(await compress(Buffer.from(body), encoding, 'quick'));
}

const compressWithBrotli = promisify(brotliCompress);
const compressWithGzip = promisify(gzip);
const levels = { quick: { br: 3, gzip: 6 }, best: { br: 11, gzip: 9 } } as const;
/**
 * Log2 of the window: 64 KB, which covers nearly every page. The default needs many times the memory, which has to be
 * mapped again for each page.
 */
export const windowBits = 16;

/** Resolves with the text in this encoding, compressed fast or as small as possible. */
export async function compress(
  text: Buffer,
  encoding: Encoding,
  effort: keyof typeof levels,
): Promise<Buffer> {
  if (encoding === 'identity') return text;
  const level = levels[effort][encoding];
  if (encoding === 'gzip') return compressWithGzip(text, { level });
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_LGWIN } = constants;
  return compressWithBrotli(text, {
    params: {
      [BROTLI_PARAM_QUALITY]: level,
      [BROTLI_PARAM_SIZE_HINT]: text.length,
      ...(effort === 'quick' && { [BROTLI_PARAM_LGWIN]: windowBits }),
    },
  });
}

export type Encoding = 'br' | 'gzip' | 'identity';

/** Browsers send about 30 characters. */
const maxHeaderLength = 200;
/** Results by header value; browsers send only a few different ones. */
const known = new LRUCache<string, Encoding>({ max: 100 });

/** Returns the best encoding the client accepts; `q=0` excludes one. Headers over 200 characters are ignored. */
export function acceptedEncoding(header: string | readonly string[] = ''): Encoding {
  const text = String(header);
  if (text.length > maxHeaderLength) return 'identity';
  const found = known.get(text);
  if (found) return found;
  const best = bestOf(text);
  known.set(text, best);
  return best;
}

function bestOf(header: string): Encoding {
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
