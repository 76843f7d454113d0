import type { IssueCard } from '@journal/contracts';
import { usePageContext } from 'vike-react/usePageContext';
import { Cover } from '../../ui/artwork/Cover.tsx';
import { longDate } from '../article/article-words.ts';
import { coverOfIssue, type Front } from './issue-words.ts';

/** The cover of an issue with the journal's name and its number on it, as on a shelf. */
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

/** Its number and the day that stands on it. */
export function IssueLabel({ issue: { number, date } }: { issue: Pick<IssueCard, 'number' | 'date'> }) {
  return (
    <p className="label">
      Issue {number} · <time dateTime={date}>{longDate(date)}</time>
    </p>
  );
}
