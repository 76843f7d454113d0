import '../../styles/issue.css';
import type { IssueCard } from '@journal/contracts';
import { Cover } from '../../ui/artwork/Cover.tsx';
import { longDate } from '../article/article-words.ts';
import { coverOfIssue, issueName, pieceCount } from './issue-words.ts';

/** Issues with their covers; the whole card is the link's target. */
export function IssueList({ issues }: { issues: readonly IssueCard[] }) {
  return (
    <ul className="issue-list">
      {issues.map((issue) => (
        <li key={issue.number}>
          <IssueTile issue={issue} />
        </li>
      ))}
    </ul>
  );
}

function IssueTile({ issue }: { issue: IssueCard }) {
  const { number, date, pieces, leadTitle } = issue;
  const cover = coverOfIssue(issue);
  return (
    <article className="issue-card" data-section={cover.section}>
      <div className="issue-frame">
        <Cover article={cover} />
        <p className="issue-number" aria-hidden="true">
          {number}
        </p>
      </div>
      <p className="label">
        Issue {number} · <time dateTime={date}>{longDate(date)}</time>
      </p>
      <h2 className="card-title" dir="auto">
        <a href={`/issues/${number}`}>{issueName(issue)}</a>
      </h2>
      <p className="issue-contents">
        {pieceCount(pieces)}
        {leadTitle === null ? null : (
          <>
            , beginning with “<bdi>{leadTitle}</bdi>”
          </>
        )}
      </p>
    </article>
  );
}
