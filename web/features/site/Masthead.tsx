import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useHydrated } from 'vike-react/useHydrated';
import { usePageContext } from 'vike-react/usePageContext';
import { pageMetaOf } from '../../data/page-definition.ts';
import { newestIssue } from '../../data/reader.api.ts';
import { useSession } from '../../data/use-api.ts';
import { NavLinks } from '../../ui/link/links.tsx';
import { ThemeSwitch } from '../../ui/theme/ThemeSwitch.tsx';
import { AccountArea } from '../account/AccountArea.tsx';
import { PasswordNotice } from '../account/PasswordNotice.tsx';
import { SignOut } from '../account/SignOut.tsx';
import { longDate } from '../article/article-format.ts';
import { SearchBox } from '../search/SearchBox.tsx';
import { FrontName } from './FrontName.tsx';
import { issueAt } from './issue.ts';
import { openMenuOnPress } from './menu-on-demand.ts';
import { siteLinks } from './site-links.ts';

/** The header of every page: issue, brand and navigation. */
export function Masthead() {
  const pageContext = usePageContext();
  const isHome = pageMetaOf(pageContext).title === undefined;
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
        <div className={isHome ? 'masthead-bar masthead-front' : 'masthead-bar'}>
          {isHome ? (
            <FrontName />
          ) : (
            <a className="brand" href="/">
              {pageContext.site.name}
            </a>
          )}
          <nav className="masthead-nav" aria-label="Main">
            <NavLinks links={siteLinks} />
          </nav>
          <MenuLink />
          <SearchBox />
        </div>
      </div>
      <PasswordNotice />
    </header>
  );
}

/**
 * Number and date of the newest issue, with a link. If none is published, the issue according to the calendar. Until
 * that is known, only the day: the browser requests it if the server had no response in time. A hydrated page follows
 * its changes.
 */
function IssueLine() {
  const { newestIssue: known, failedReads } = usePageContext();
  const { path, select } = newestIssue();
  const isFollowed = useHydrated() && !failedReads?.includes(path);
  const { data } = useQuery({ queryKey: [path], select, enabled: isFollowed });
  const newest = isFollowed && data !== undefined ? data : known;
  if (!newest) return <CalendarIssue isCounted={newest === null} />;
  const { number, date } = newest;
  return (
    <p className="issue-line">
      <a href={`/issues/${number}`}>{`Issue No. ${number} · ${longDate(date)}`}</a>
    </p>
  );
}

/**
 * The current issue according to the calendar; the day if there is none yet, or issues must not be counted. The browser
 * corrects a kept page that is out of date.
 */
function CalendarIssue({ isCounted }: { isCounted: boolean }) {
  const hydrated = useHydrated();
  const { site } = usePageContext();
  const now = Date.now();
  const issue = isCounted && site.firstIssue ? issueAt(now, site.firstIssue) : undefined;
  return (
    <p className="issue-line" key={String(hydrated)} suppressHydrationWarning>
      {issue ? `Issue No. ${issue.number} · ${longDate(issue.date)}` : longDate(new Date(now))}
    </p>
  );
}

/** Opens the links on small screens: leads to the same links in the footer until a script makes them a drawer. */
function MenuLink() {
  const user = useSession();
  useEffect(openMenuOnPress, []);
  return (
    <>
      <a className="menu-link" href="#site-links" aria-haspopup="dialog">
        <svg width="20" height="14" viewBox="0 0 20 14" fill="currentColor" aria-hidden="true">
          <path d="M0 0h20v2H0zm0 6h20v2H0zm0 6h13v2H0z" />
        </svg>
        Menu
      </a>
      {user ? <SignOut user={user} /> : null}
    </>
  );
}
