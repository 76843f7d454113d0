import type { SessionUser } from '@journal/contracts';
import { withReturn } from '../../data/return-path.ts';
import type { SiteLink } from '../../ui/layout/NavLinks.tsx';

const visitorLinks: readonly SiteLink[] = [
  { href: '/login', name: 'Sign In' },
  { href: '/signup', name: 'Sign Up' },
];
const profile: SiteLink = { href: '/profile', name: 'Profile' };
export const adminPanel: SiteLink = { href: '/admin', name: 'Admin Panel' };

/** The ways to an account, or within one's own. */
export function accountLinks(user: SessionUser | null | undefined): readonly SiteLink[] {
  if (!user) return visitorLinks;
  return user.isAdmin ? [profile, adminPanel] : [profile];
}

/** The ways in for who wants to go on at `path` afterwards. */
export const signInLink = (path: string) => withReturn('/login', path);
export const signUpLink = (path: string) => withReturn('/signup', path);
