/**
 * The strong ETag of an article at a revision of its stream. The hash part tells representations of one revision
 * apart (a forgotten writer changes the text without an event); it is no secret and no proof.
 */
export function articleEtag(revision: number, json: string): string {
  return `"${revision}-${fnv1a(json).toString(36)}"`;
}

const ownTag = /^(?:W\/)?"([0-9]{1,15})-[0-9a-z]+"$/;

/**
 * The revisions that an If-Match header accepts: those of our tags, `*` for any, or undefined where it holds anything
 * else. A weak tag counts like a strong one, because proxies weaken what they compress.
 */
export function revisionsOfIfMatch(header: string): readonly number[] | '*' | undefined {
  if (header.trim() === '*') return '*';
  const revisions: number[] = [];
  for (const tag of header.split(',')) {
    const revision = ownTag.exec(tag.trim())?.[1];
    if (revision === undefined) return undefined;
    revisions.push(Number(revision));
  }
  return revisions;
}

/** FNV-1a, 32 bits, over UTF-16 code units low byte first (http://www.isthe.com/chongo/tech/comp/fnv/). */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193);
    hash = Math.imul(hash ^ (unit >>> 8), 0x01000193);
  }
  return hash >>> 0;
}
