import type { SessionUser } from '@journal/contracts';
import { isAbleTo } from '../../data/session.ts';
import type { SiteLink } from '../../ui/link/links.tsx';

const visitorLinks: readonly SiteLink[] = [
  { href: '/login', name: 'Sign In' },
  { href: '/signup', name: 'Sign Up' },
];
const profile: SiteLink = { href: '/profile', name: 'Profile' };
export const adminPanel: SiteLink = { href: '/admin', name: 'Admin Panel' };

/** Returns the links of an account, including the link to the form for the page at `path` if the user may edit it. */
export function accountLinks(user: SessionUser | null | undefined, path = ''): readonly SiteLink[] {
  if (!user) return visitorLinks;
  const edit = editLink(user, path);
  return [profile, ...(isAbleTo(user, 'read-pitches') ? [adminPanel] : []), ...(edit ? [edit] : [])];
}

/**
 * Returns the link to the form for the page at `path`, or undefined if the page has none or the user may not edit it.
 */
export function editLink(user: SessionUser, path: string): SiteLink | undefined {
  const [, article, page] = /^\/(?:article\/(\d+)|(privacy|terms))$/.exec(path) ?? [];
  if (!isAbleTo(user, page === undefined ? 'edit-articles' : 'admin')) return undefined;
  if (page !== undefined) return { href: `/admin/texts?edit=${page}`, name: 'Edit this page' };
  if (article === undefined) return undefined;
  return { href: `/admin?tab=articles&edit=${article}`, name: 'Edit this article' };
}

/** Returns the URL of a sign-in page that returns to `path`. */
export const signInHref = (page: '/login' | '/signup', path: string): string =>
  path === '/' ? page : `${page}?${returnParam}=${encodeURIComponent(path)}`;

/** Parameter of the sign-in pages that contains the path to return to. */
export const returnParam = 'next';

const origin = 'http://this.site';

/**
 * Returns the path to go to after signing in: a page of this site that the query names, or else Home. Never another
 * site.
 */
export function returnPath(search: Readonly<Record<string, string>>): string {
  const named = search[returnParam];
  if (!named?.startsWith('/') || !URL.canParse(named, origin)) return '/';
  const url = new URL(named, origin);
  if (url.origin !== origin || /^\/(?:\/|api\/)/.test(url.pathname)) return '/';
  return url.pathname + url.search + url.hash;
}
