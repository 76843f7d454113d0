import '../../styles/desk.css';
import '../../styles/composing.css';
import '../../styles/form.css';
import type { IssueCard } from '@journal/contracts';
import { allIssues } from '../../data/newsroom.api.ts';
import { DialogButton } from '../../ui/dialog/DialogButton.tsx';
import { NeedsScripts } from '../../ui/form/form-parts.tsx';
import { EmptyList } from '../../ui/list/ListBoundary.tsx';
import { PagedList } from '../../ui/list/LoadMore.tsx';
import { NewsroomHead } from '../admin/NewsroomHead.tsx';
import { longDate } from '../article/article-format.ts';
import { issueName, pieceCount } from '../issue/issue-names.ts';
import { Planned } from '../time/JournalTime.tsx';
import { statusNames } from './status-names.ts';

const loadOpening = async () => (await import('./OpenIssueDialog.tsx')).OpenIssueDialog;

/** All issues, and a dialog for opening the next one. */
export function IssueDesk() {
  return (
    <div className="page newsroom">
      <NewsroomHead
        title="Issues"
        lead="What comes out together. Readers see the whole issue from the moment it is published."
      />
      <PagedList
        query={allIssues}
        loading="Loading issues..."
        hrefOf={() => '/admin/issues'}
        label="Load Older Issues"
        one="issue"
        many="issues"
      >
        {(rows) => (
          <>
            <div className="issue-opening">
              <NeedsScripts />
              <DialogButton
                className="button button-solid"
                name="Open an issue…"
                load={loadOpening}
                given={() => ({ next: Math.max(0, ...rows.map(({ number }) => number)) + 1 })}
              />
            </div>
            {rows.length === 0 ? (
              <EmptyList
                text="There is no issue yet."
                hint="Open the first one, and place pieces in it."
                picture={{ section: 'culture', cover: 'book' }}
              />
            ) : (
              <ul className="rows" aria-label="Issues">
                {rows.map((issue) => (
                  <IssueItem key={issue.number} issue={issue} />
                ))}
              </ul>
            )}
          </>
        )}
      </PagedList>
    </div>
  );
}

function IssueItem({ issue }: { issue: IssueCard }) {
  const { number, date, status, pieces, publishAt } = issue;
  return (
    <li className="row issue-row">
      <h2 className="row-title" dir="auto">
        <a className="text-link" href={`/admin/issues/${number}`}>
          {issueName(issue)}
        </a>
      </h2>
      <p className="row-facts">
        <span className="label" data-status={status}>
          {statusNames[status]}
        </span>
        <span>
          Issue {number} · {longDate(date)} · {pieceCount(pieces)}
        </span>
        {publishAt === null ? null : <Planned at={publishAt} />}
      </p>
    </li>
  );
}
