import type { SessionUser } from '@journal/contracts';
import { withReturn } from '../../data/return-path.ts';
import type { SiteLink } from '../../ui/layout/NavLinks.tsx';

const visitorLinks: readonly SiteLink[] = [
  { href: '/login', name: 'Sign In' },
  { href: '/signup', name: 'Sign Up' },
];
const profile: SiteLink = { href: '/profile', name: 'Profile' };
export const adminPanel: SiteLink = { href: '/admin', name: 'Admin Panel' };

/** Returns the account links of a user, or of a visitor. */
export function accountLinks(user: SessionUser | null | undefined): readonly SiteLink[] {
  if (!user) return visitorLinks;
  return user.isAdmin ? [profile, adminPanel] : [profile];
}

/** Links to the sign-in pages that return to `path` afterwards. */
export const signInLink = (path: string) => withReturn('/login', path);
export const signUpLink = (path: string) => withReturn('/signup', path);
