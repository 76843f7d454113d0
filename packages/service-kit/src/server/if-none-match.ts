const strong = (tag: string) => tag.trim().replace(/^W\//, '');

/** Whether If-None-Match contains the tag; uses weak comparison (RFC 9110, 13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined || header === etag) return header === etag;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => strong(tag) === strong(etag));
}
