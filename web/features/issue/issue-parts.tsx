import type { IssueCard } from '@journal/contracts';
import { usePageContext } from 'vike-react/usePageContext';
import { Cover } from '../../ui/artwork/Cover.tsx';
import { longDate } from '../article/article-format.ts';
import { coverOfIssue, type Front } from './issue-names.ts';

/** The cover of an issue with the journal's name and the issue's number. */
export function IssueCover({ issue }: { issue: Front }) {
  const { site } = usePageContext();
  return (
    <div className="issue-frame">
      <Cover article={coverOfIssue(issue)} />
      <p className="issue-plate" aria-hidden="true">
        <bdi>{site.name}</bdi>
        <span>{issue.number}</span>
      </p>
    </div>
  );
}

/** The number and date of an issue. */
export function IssueLabel({ issue: { number, date } }: { issue: Pick<IssueCard, 'number' | 'date'> }) {
  return (
    <p className="label">
      Issue {number} · <time dateTime={date}>{longDate(date)}</time>
    </p>
  );
}
