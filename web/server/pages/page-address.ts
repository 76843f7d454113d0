import type { PageRegistry } from './page-registry.ts';

/**
 * Returns the one address of the same page, on this site whatever the path was: without slashes at its end, and in lower
 * case where that is a page. Undefined where it is that address already. The query stays as it is.
 */
export function canonicalAddress(pages: PageRegistry, url: string): string | undefined {
  const [path, query] = splitOnce(url, '?');
  const trimmed = withoutSlashesAround(path);
  const clean = pages.isPage(trimmed) ? trimmed.toLowerCase() : trimmed;
  return clean === path ? undefined : `${clean}${query}`;
}

/**
 * Returns the URL with only what pages read of its query: each parameter once, with its last value as in the browser,
 * and none that is too long to mean anything. Takes time linear in the URL's length.
 */
export function pageAddress(pages: PageRegistry, url: string): string {
  const [withoutHash] = splitOnce(url, '#');
  const [path, query] = splitOnce(withoutHash, '?');
  const given = new URLSearchParams(query);
  const read = new URLSearchParams();
  for (const [name, limit] of pages.params) {
    const value = given.getAll(name).at(-1);
    if (value === undefined) continue;
    if (typeof limit !== 'number') read.set(name, value.slice(0, limit.cutAt));
    else if (value.length <= limit) read.set(name, value);
  }
  return read.size === 0 ? escapePath(path) : `${escapePath(path)}?${read}`;
}

/** The path as browsers send it: blanks that a program sends raw cost the page renderer quadratic time. */
function escapePath(path: string): string {
  return path.replaceAll(/[^!-~]+/g, (odd) => encodeURIComponent(odd.toWellFormed()));
}

function withoutSlashesAround(path: string): string {
  let start = 0;
  while (path[start] === '/' || path[start] === '\\') start++;
  let end = path.length;
  while (end > start && path[end - 1] === '/') end--;
  return `/${path.slice(start, end)}`;
}

/** The text before the separator, and the rest with it; empty where there is none. */
function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)];
}
