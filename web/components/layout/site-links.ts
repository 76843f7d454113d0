import { sections } from '@journal/contracts';
import { sectionTexts } from '../section/sections.ts';

export type SiteLink = {
  readonly href: string;
  readonly name: string;
  /** Leads to a file, which is no page. */
  readonly file?: true;
};

export const sectionLinks: readonly SiteLink[] = sections.map((section) => ({
  href: sectionTexts[section].href,
  name: sectionTexts[section].name,
}));
export const aboutLinks: readonly SiteLink[] = [
  { href: '/contact', name: 'Write for Us' },
  { href: '/about', name: 'About' },
];

export const feedLink: SiteLink = { href: '/feed.xml', name: 'RSS', file: true };

/** The links of the header, in its order. */
export const siteLinks: readonly SiteLink[] = [{ href: '/', name: 'Home' }, ...sectionLinks, ...aboutLinks];
