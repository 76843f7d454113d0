/** The parameter of the sign-in pages that says where to go afterwards. */
export const returnParam = 'next';

const origin = 'http://this.site';

/**
 * Where to go after signing in: the page of this site that an address's query names, or else Home. Nothing in an
 * address can lead away from the site, or to anything but a page.
 */
export function returnPath(search: Readonly<Record<string, string>>): string {
  const named = search[returnParam];
  if (!named?.startsWith('/') || !URL.canParse(named, origin)) return '/';
  const url = new URL(named, origin);
  if (url.origin !== origin || /^\/(?:\/|api\/)/.test(url.pathname)) return '/';
  return url.pathname + url.search + url.hash;
}

/** The address of a sign-in page that leads back to `path`. */
export function withReturn(page: string, path: string): string {
  return path === '/' ? page : `${page}?${returnParam}=${encodeURIComponent(path)}`;
}
