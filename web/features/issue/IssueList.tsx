import '../../styles/issue.css';
import type { IssueCard } from '@journal/contracts';
import { coverOfIssue, issueName, pieceCount } from './issue-names.ts';
import { IssueCover, IssueLabel } from './issue-parts.tsx';

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
  const { number, pieces, contents } = issue;
  return (
    <article className="issue-card" data-section={coverOfIssue(issue).section}>
      <IssueCover issue={issue} />
      <IssueLabel issue={issue} />
      <h2 className="card-title" dir="auto">
        <a href={`/issues/${number}`}>{issueName(issue)}</a>
      </h2>
      <p className="issue-contents">
        {pieceCount(pieces)}
        {contents[0] === undefined ? null : (
          <>
            , beginning with “<bdi>{contents[0].title}</bdi>”
          </>
        )}
      </p>
    </article>
  );
}
