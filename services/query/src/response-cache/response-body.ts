import { hash } from 'node:crypto';

/** The body of a finished response of status 200, sent to everybody who asks the same. */
export type ResponseBody = {
  readonly body: Buffer;
  readonly etag: string;
  /** The Link header that names the next page, where there is one. */
  readonly link: string | undefined;
};

/** A response that is too long to be held: each call of `chunks` reads it from the tables anew. */
export type LongResponse = { readonly chunks: () => AsyncIterable<Buffer> };

/** Returns the response to a JSON body that has no version of its own: its ETag is made from its bytes. */
export function jsonResponse(value: unknown, link?: string): ResponseBody {
  return responseOf(JSON.stringify(value), link);
}

/** The same for JSON that is text already. */
export function responseOf(json: string, link?: string): ResponseBody {
  const body = Buffer.from(json);
  return { body, etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"`, link };
}

/** Whether If-None-Match names the tag; weak and strong count alike (RFC 9110, 13.1.2). */
export function namesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const strong = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.split(',').some((tag) => strong(tag) === strong(etag));
}
