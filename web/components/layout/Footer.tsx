import { usePageContext } from 'vike-react/usePageContext';
import { NavLinks } from './NavLinks.tsx';
import { aboutLinks, feedLink, sectionLinks } from './site-links.ts';

/** The foot of every page, and the site's links for whom the drawer can't open. */
export function Footer() {
  const { site } = usePageContext();
  return (
    <footer className="footer">
      <div className="page footer-columns">
        <div className="footer-brand">
          <p className="footer-name">{site.name}</p>
          <p className="footer-tagline">
            Written by people aged 12-18, and read by everyone who wants to know what they think.
          </p>
        </div>
        <nav id="site-links" className="footer-nav" aria-label="Footer" tabIndex={-1}>
          <div>
            <h2 className="label">Sections</h2>
            <NavLinks links={sectionLinks} />
          </div>
          <div>
            <h2 className="label">The journal</h2>
            <NavLinks links={[{ href: '/', name: 'Home' }, ...aboutLinks, feedLink]} />
          </div>
        </nav>
      </div>
    </footer>
  );
}
