import { useHydrated } from 'vike-react/useHydrated';
import { issueAt } from '../../issue/issue.ts';
import { longDate } from '../article/article-date.ts';

/** Number and date of the issue that is out. A page that was kept over the end of an issue is put right in the browser. */
export function IssueLine() {
  const hydrated = useHydrated();
  const { number, date } = issueAt(Date.now());
  return (
    <p className="issue-line" key={String(hydrated)} suppressHydrationWarning>
      {`Issue No. ${number} · ${longDate(date)}`}
    </p>
  );
}
