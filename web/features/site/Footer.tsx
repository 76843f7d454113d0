import { usePageContext } from 'vike-react/usePageContext';
import { useSession } from '../../data/use-api.ts';
import { NavLinks } from '../../ui/link/links.tsx';
import { accountLinks } from '../account/account-links.ts';
import { SubscribeBox } from '../newsletter/SubscribeBox.tsx';
import { aboutLinks, feedLink, issuesLink, legalLinks, reportLink, sectionLinks } from './site-links.ts';

/** The footer of every page, with the site's links for users who can't open the drawer. */
export function Footer() {
  const { site, urlPathname } = usePageContext();
  const user = useSession();
  return (
    <footer className="footer">
      <div className="page footer-columns">
        <div className="footer-brand">
          <p className="footer-name">{site.name}</p>
          <p className="footer-tagline">
            Written by people aged 12–18, and read by everyone who wants to know what they think.
          </p>
          <SubscribeBox />
        </div>
        <nav id="site-links" className="footer-nav" aria-label="Footer" tabIndex={-1}>
          <div>
            <h2 className="label">Sections</h2>
            <NavLinks links={sectionLinks} />
          </div>
          <div>
            <h2 className="label">The journal</h2>
            <NavLinks
              links={[
                { href: '/', name: 'Home' },
                issuesLink,
                ...aboutLinks,
                ...legalLinks,
                reportLink,
                feedLink,
              ]}
            />
          </div>
          <div>
            <h2 className="label">Account</h2>
            <NavLinks links={accountLinks(user, urlPathname)} />
          </div>
        </nav>
      </div>
    </footer>
  );
}
