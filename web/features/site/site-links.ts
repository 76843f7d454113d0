import { sections } from '@journal/contracts';
import type { SiteLink } from '../../ui/link/links.tsx';
import { sectionTexts } from '../section/sections.ts';

export const sectionLinks: readonly SiteLink[] = sections.map((section) => ({
  href: sectionTexts[section].href,
  name: sectionTexts[section].name,
}));
export const aboutLinks: readonly SiteLink[] = [
  { href: '/contact', name: 'Write for Us' },
  { href: '/about', name: 'About' },
];

export const issuesLink: SiteLink = { href: '/issues', name: 'Issues' };

export const legalLinks: readonly SiteLink[] = [
  { href: '/privacy', name: 'Privacy' },
  { href: '/terms', name: 'Terms' },
];

export const reportLink: SiteLink = { href: '/report', name: 'Report a concern' };

export const feedLink: SiteLink = { href: '/feed.xml', name: 'RSS', file: true };

export const siteLinks: readonly SiteLink[] = [{ href: '/', name: 'Home' }, ...sectionLinks, ...aboutLinks];
