import { useHydrated } from 'vike-react/useHydrated';
import { usePageContext } from 'vike-react/usePageContext';
import { longDate } from '../article/article-date.ts';
import { issueAt } from './issue.ts';

/**
 * Number and date of the issue that is out; the day where none is yet. A page that was kept past that is put right in the
 * browser.
 */
export function IssueLine() {
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
