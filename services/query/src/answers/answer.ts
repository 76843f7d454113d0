import { hash } from 'node:crypto';

/** A finished answer of 200: what is sent to everybody who asks the same. */
export type Answer = {
  readonly body: Buffer;
  readonly etag: string;
  /** Of the page after this one. */
  readonly link: string | undefined;
};

/** An answer that is too long to be held: each call of `pieces` reads it from the tables anew. */
export type LongAnswer = { readonly pieces: () => AsyncIterable<Buffer> };

/** The answer to a body that has no version of its own: its ETag says what is in it. */
export function answerOf(json: string, link?: string): Answer {
  const body = Buffer.from(json);
  return { body, etag: etagOf(body), link };
}

function etagOf(body: Buffer): string {
  return `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
}

/** Whether If-None-Match names the tag; weak and strong count alike (RFC 9110, 13.1.2). */
export function namesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const strong = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.split(',').some((tag) => strong(tag) === strong(etag));
}
