import { useHydrated } from 'vike-react/useHydrated';
import { usePageContext } from 'vike-react/usePageContext';
import { type OpenProps, useLoaded } from '../../ui/dialog/use-loaded.ts';
import { NavLinks, onPress } from '../../ui/link/links.tsx';
import { ThemeSwitch } from '../../ui/theme/ThemeSwitch.tsx';
import { AccountArea } from '../account/AccountArea.tsx';
import { longDate } from '../article/article-words.ts';
import { SearchBox } from '../search/SearchBox.tsx';
import { issueAt } from './issue.ts';
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

/**
 * Number and date of the issue that is out; the day where none is yet. A page that was kept past that is put right in the
 * browser.
 */
function IssueLine() {
  const hydrated = useHydrated();
  const { site } = usePageContext();
  const now = Date.now();
  const { number, date } = issueAt(now);
  return (
    <p className="issue-line" key={String(hydrated)} suppressHydrationWarning>
      {site.published ? `Issue No. ${number} · ${longDate(date)}` : longDate(new Date(now))}
    </p>
  );
}

const loadDrawer = async () => (await import('./MenuDrawer.tsx')).MenuDrawer;

/**
 * The way to the links on small screens. A link to the same links in the footer until scripts run; then it opens the
 * drawer, whose code is fetched when a finger or the focus comes near.
 */
function MenuLink() {
  const {
    Loaded: Drawer,
    openProps,
    openerProps,
    show,
  } = useLoaded<OpenProps, HTMLAnchorElement>(loadDrawer);
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to the footer's links wherever the drawer can't open */}
      <a
        className="menu-link"
        href="#site-links"
        aria-haspopup="dialog"
        aria-expanded={openProps.open}
        onClick={onPress(show)}
        {...openerProps}
      >
        <svg width="20" height="14" viewBox="0 0 20 14" fill="currentColor" aria-hidden="true">
          <path d="M0 0h20v2H0zm0 6h20v2H0zm0 6h13v2H0z" />
        </svg>
        Menu
      </a>
      {Drawer ? <Drawer {...openProps} /> : null}
    </>
  );
}
