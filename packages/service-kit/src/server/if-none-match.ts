const strong = (tag: string) => tag.trim().replace(/^W\//, '');

/** Whether If-None-Match names the tag; weak and strong count alike (RFC 9110, 13.1.2). */
export function namesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined || header === etag) return header === etag;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => strong(tag) === strong(etag));
}
