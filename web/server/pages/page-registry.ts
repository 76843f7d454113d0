import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import type { PageDefinition, ParamLimit } from '../../data/page-definition.ts';

const folder = new URL('../../pages/', import.meta.url);

type Params = ReadonlyMap<string, ParamLimit>;

/** What the server derives from the definitions of all pages. */
export type PageRegistry = {
  /** Whether the path is that of a page, in whatever letters. */
  isPage(path: string): boolean;
  /** Whether the page at this URL can't be decided before the session is known. */
  needsSession(url: string): boolean;
  /** Whether the page at this URL may be read by whoever knows the address; see `PageDefinition`. */
  isSecret(url: string): boolean;
  /** Parameters of the query string that any page reads, by their names in order. */
  readonly params: Params;
  /** The parameters of the page for reading that has this path; undefined where it is none, or not in this case. */
  readingParams(path: string): Params | undefined;
  /** The paths of the sitemap, in its order. */
  readonly sitemap: readonly string[];
  /** The paths that robots are not to fetch. */
  readonly disallowed: readonly string[];
};

/** Reads the `+page.ts` of every page. Rejects where one can't be loaded. */
export async function loadPageRegistry(): Promise<PageRegistry> {
  const files = globSync('**/+page.ts', { cwd: folder }).sort();
  const pages = await Promise.all(
    files.map(async (file) => {
      const { page } = (await import(new URL(file, folder).href)) as { page: PageDefinition };
      return { route: routeOf(file), page };
    }),
  );
  return createPageRegistry(pages.filter(({ page }) => !page.error));
}

type Routed = { readonly route: string; readonly page: PageDefinition };

/** The path of a page by its folder; names that begin with `@` stand for a segment. */
function routeOf(file: string): string {
  const path = dirname(file);
  return path === 'index' ? '/' : `/${path}`;
}

function createPageRegistry(pages: readonly Routed[]): PageRegistry {
  const patterns = pages.map(patternOf);
  const withAccess = pages.filter(({ page }) => page.access).map(({ route }) => route.split('/')[1]);
  const accountPath = new RegExp(`^/(?:${withAccess.join('|')})(?:[/?]|$)`, 'i');
  const secret = pages.filter(({ page }) => page.secret).map(patternOf);
  const disallowed = pages.filter(({ page }) => page.robots === 'disallow').map(({ route }) => route);
  const reading = pages
    .filter(({ page }) => page.reading)
    .map((routed) => ({ pattern: patternOf(routed), params: paramsOf([routed]) }));
  return {
    isPage: (path) => patterns.some((pattern) => pattern.test(path)),
    needsSession: (url) => accountPath.test(url),
    isSecret: (url) => secret.some((pattern) => pattern.test(url.split(/[?#]/, 1)[0] ?? '')),
    params: paramsOf(pages),
    readingParams: (path) =>
      path === path.toLowerCase() ? reading.find(({ pattern }) => pattern.test(path))?.params : undefined,
    sitemap: pages
      .filter(({ page }) => page.sitemap !== undefined)
      .sort((one, other) => Number(one.page.sitemap) - Number(other.page.sitemap))
      .flatMap(addressesOf),
    disallowed: disallowed.filter((path) => !disallowed.some((other) => path.startsWith(`${other}/`))),
  };
}

const paramsOf = (pages: readonly Routed[]): Params =>
  new Map(pages.flatMap(({ page }) => Object.entries(page.params ?? {})).sort());

function patternOf({ route, page }: Routed): RegExp {
  const segments = route.split('/').map((segment) => {
    if (!segment.startsWith('@')) return segment;
    const values = page.segments?.[segment.slice(1)] ?? /[^/]+/;
    return values instanceof RegExp ? values.source : `(?:${values.join('|')})`;
  });
  return new RegExp(`^${segments.join('/')}$`, 'i');
}

/** The paths of a page whose every segment is known. */
function addressesOf({ route, page }: Routed): string[] {
  return Object.entries(page.segments ?? {}).reduce(
    (paths, [name, values]) =>
      values instanceof RegExp
        ? []
        : paths.flatMap((path) => values.map((value) => path.replace(`@${name}`, value))),
    [route],
  );
}

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
  return addressWith(pages.params, url);
}

/**
 * Returns the address of a page for reading, with only what this page reads of its query, in the same form; undefined
 * where the path is not that of such a page, as it is written canonically.
 */
export function readingAddress(pages: PageRegistry, url: string): string | undefined {
  const params = pages.readingParams(url.split(/[?#]/, 1)[0] ?? '');
  return params && addressWith(params, url);
}

function addressWith(params: Params, url: string): string {
  const [withoutHash] = splitOnce(url, '#');
  const [path, query] = splitOnce(withoutHash, '?');
  const given = new URLSearchParams(query);
  const read = new URLSearchParams();
  for (const [name, limit] of params) {
    const value = given.getAll(name).at(-1);
    if (value === undefined) continue;
    if (limit instanceof RegExp) {
      if (limit.test(value)) read.set(name, value);
    } else if (typeof limit !== 'number') read.set(name, value.slice(0, limit.cutAt));
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
