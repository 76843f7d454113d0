import { usePageContext } from 'vike-react/usePageContext';
import { NavLinks } from '../../ui/layout/NavLinks.tsx';
import { ThemeSwitch } from '../../ui/theme/ThemeSwitch.tsx';
import { AccountArea } from '../account/AccountArea.tsx';
import { SearchBox } from '../search/SearchBox.tsx';
import { IssueLine } from './IssueLine.tsx';
import { MenuLink } from './MenuLink.tsx';
import { siteLinks } from './site-links.ts';

/** The head of every page: issue, brand, the way around. */
export function Masthead() {
  const { site } = usePageContext();
  return (
    <header className="masthead">
      <div className="page">
        <div className="masthead-strip">
          <IssueLine />
          <p className="masthead-cadence">A bi-weekly digital journal</p>
          <div className="masthead-tools">
            <ThemeSwitch />
            <AccountArea />
          </div>
        </div>
        <div className="masthead-bar">
          <a className="brand" href="/">
            {site.name}
          </a>
          <nav className="masthead-nav" aria-label="Main">
            <NavLinks links={siteLinks} />
          </nav>
          <MenuLink />
          <SearchBox />
        </div>
      </div>
    </header>
  );
}
