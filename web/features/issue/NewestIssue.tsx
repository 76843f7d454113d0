import type { IssueCard } from '@journal/contracts';
import { newestIssueCard } from '../../data/reader.api.ts';
import { Cover } from '../../ui/artwork/Cover.tsx';
import { PagePart } from '../../ui/layout/PageHero.tsx';
import { ReadBoundary } from '../../ui/list/ListBoundary.tsx';
import { leadLayout } from '../article/ArticleGrid.tsx';
import { CardDate } from '../article/article-parts.tsx';
import { coverOfIssue, issueName, pieceCount } from './issue-names.ts';

/** The newest issue on Home: its cover and its first pieces. Empty if none is published. */
export function NewestIssue() {
  return (
    <ReadBoundary query={newestIssueCard()} loading={null} failed={() => null}>
      {(issue) => (issue ? <Band issue={issue} /> : null)}
    </ReadBoundary>
  );
}

/** Laid out like the lead of a list, so that Home needs no separate style for it. */
function Band({ issue }: { issue: IssueCard }) {
  const { number, date, pieces, contents } = issue;
  const covered = coverOfIssue(issue);
  const href = `/issues/${number}`;
  return (
    <PagePart id="issue" title="The Newest Issue">
      <ul className="grid-lead" {...leadLayout(1)}>
        <li>
          <article className="card" data-section={covered.section}>
            <div className="card-frame">
              <Cover article={covered} />
            </div>
            <div className="card-text">
              <p className="label">
                Issue {number} · <CardDate at={date} />
              </p>
              <h3 className="card-title" dir="auto">
                <a href={href}>{issueName(issue)}</a>
              </h3>
              {/* Placed after the cover, and above the link that covers the whole card. */}
              <ol
                className="issue-titles"
                aria-label="In this issue"
                style={{ position: 'relative', order: 2 }}
              >
                {contents.map(({ articleId, title }) => (
                  <li key={articleId} dir="auto">
                    <a href={`/article/${articleId}`}>{title}</a>
                  </li>
                ))}
                {pieces > contents.length ? (
                  <li>
                    <a href={href}>{`All ${pieceCount(pieces)}`}</a>
                  </li>
                ) : null}
              </ol>
            </div>
          </article>
        </li>
      </ul>
    </PagePart>
  );
}
