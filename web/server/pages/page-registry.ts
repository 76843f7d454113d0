import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import type { PageDefinition, ParamLimit } from '../../data/page-definition.ts';

const folder = new URL('../../pages/', import.meta.url);

type Params = ReadonlyMap<string, ParamLimit>;

/** Data that the server derives from all page definitions. */
export type PageRegistry = {
  /** Whether the path is that of a page, ignoring case. */
  isPage(path: string): boolean;
  /** Whether rendering the page at this URL requires the session. */
  needsSession(url: string): boolean;
  /** Whether the page at this URL may be read by anyone who knows the address; see `PageDefinition`. */
  isSecret(url: string): boolean;
  /** Query parameters that any page reads, sorted by name. */
  readonly params: Params;
  /** Query parameters of the page for reading at this path; undefined if there is none or the path has capitals. */
  readingParams(path: string): Params | undefined;
  /** Paths of the sitemap, in order. */
  readonly sitemap: readonly string[];
  /** Paths that robots must not fetch. */
  readonly disallowed: readonly string[];
};

/** Reads the `+page.ts` of every page. Rejects if one can't be loaded. */
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

/** Returns the path of a page's folder; names that begin with `@` are path parameters. */
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

/** The paths of a page if all segment values are known. */
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
 * Returns the canonical address of the page, always on this site: without trailing slashes, and in lower case if that
 * is a page. Undefined if the address is canonical already. The query is unchanged.
 */
export function canonicalAddress(pages: PageRegistry, url: string): string | undefined {
  const [path, query] = splitOnce(url, '?');
  const trimmed = withoutSlashesAround(path);
  const clean = pages.isPage(trimmed) ? trimmed.toLowerCase() : trimmed;
  return clean === path ? undefined : `${clean}${query}`;
}

/**
 * Returns the URL with only the query parameters that pages read: each once, with its last value as in the browser, and
 * none that is too long to be valid. Runs in time linear in the URL's length.
 */
export function pageAddress(pages: PageRegistry, url: string): string {
  return addressWith(pages.params, url);
}

/**
 * Returns the address of a page for reading, with only the query parameters this page reads, in the same form.
 * Undefined if the path is not the canonical path of such a page.
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

/**
 * Encodes the path as browsers do: raw spaces sent by a program cost the page renderer quadratic time. Paths of Vite's
 * development server, for which the renderer throws, become another path without a page.
 */
function escapePath(path: string): string {
  return path
    .replaceAll(/[^!-~]+/g, (odd) => encodeURIComponent(odd.toWellFormed()))
    .replace(/^\/(?:@|%40|(?:_|%5f){2})/i, '/-$&');
}

function withoutSlashesAround(path: string): string {
  let start = 0;
  while (path[start] === '/' || path[start] === '\\') start++;
  let end = path.length;
  while (end > start && path[end - 1] === '/') end--;
  return `/${path.slice(start, end)}`;
}

/** The text before the separator, and the rest including the separator; the rest is empty if there is none. */
function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)];
}
