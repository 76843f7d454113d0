import '../../styles/issue.css';
import type { ArticleCard, Issue } from '@journal/contracts';
import { ArticleGrid } from '../article/ArticleGrid.tsx';
import { Paragraphs } from '../article/article-parts.tsx';
import { coverOfIssue, epubFile, issueName } from './issue-names.ts';
import { IssueCover, IssueLabel } from './issue-parts.tsx';

/** A whole issue: its cover, the letter from the editors, and its pieces in order, under their headings. */
export function IssueReader({ issue }: { issue: Issue }) {
  const { letter } = issue;
  const parts = partsOf(issue.pieces);
  return (
    <div className="issue" data-section={coverOfIssue(issue).section}>
      <header className="issue-hero page">
        <IssueCover issue={issue} />
        <div>
          <IssueLabel issue={issue} />
          <h1 dir="auto">{issueName(issue)}</h1>
          {issue.status === 'published' ? <KeepLinks number={issue.number} /> : null}
        </div>
      </header>
      {letter === null ? null : (
        <section className="issue-letter page" aria-labelledby="letter-title">
          <h2 className="label" id="letter-title">
            Letter from the editors
          </h2>
          <Paragraphs text={letter} />
        </section>
      )}
      {parts.length === 0 ? (
        <p className="page list-state">None of its pieces can be read at the moment.</p>
      ) : null}
      {parts.map(({ heading, articles }, index) => (
        <section
          className="page part"
          key={articles[0]?.id}
          aria-label={heading === null ? 'Pieces' : undefined}
          aria-labelledby={heading === null ? undefined : `part-${index}`}
        >
          {heading === null ? null : (
            <div className="part-head">
              <h2 className="part-title" id={`part-${index}`} dir="auto">
                {heading}
              </h2>
            </div>
          )}
          <ArticleGrid articles={articles} layout={index === 0 ? 'lead' : 'compact'} />
        </section>
      ))}
      <Neighbours issue={issue} />
    </div>
  );
}

/** Links for saving the whole issue, and for subscribing to the next. */
function KeepLinks({ number }: { number: number }) {
  return (
    <p className="issue-keep">
      <a className="text-link" href={`/issues/${number}/print`}>
        Print or save as PDF
      </a>
      <a className="text-link" href={`/issues/${number}/${epubFile}`} rel="external" download>
        Download as EPUB
      </a>
      <a className="text-link" href="#subscribe">
        Get the next one by email
      </a>
    </p>
  );
}

/** Returns the pieces that readers can see, grouped by heading. */
export function partsOf(pieces: Issue['pieces']) {
  const parts: { heading: string | null; articles: ArticleCard[] }[] = [];
  for (const { heading, article } of pieces) {
    if (!article) continue;
    if (heading !== null || parts.length === 0) parts.push({ heading, articles: [] });
    parts.at(-1)?.articles.push(article);
  }
  return parts;
}

function Neighbours({ issue: { previous, next } }: { issue: Issue }) {
  return (
    <nav className="issue-neighbours page" aria-label="Other issues">
      {previous ? (
        <a className="text-link" href={`/issues/${previous.number}`} rel="prev">
          <span>
            Previous issue: <bdi>{issueName(previous)}</bdi>
          </span>
        </a>
      ) : null}
      <a className="text-link" href="/issues">
        All issues
      </a>
      {next ? (
        <a className="text-link" href={`/issues/${next.number}`} rel="next">
          <span>
            Next issue: <bdi>{issueName(next)}</bdi>
          </span>
        </a>
      ) : null}
    </nav>
  );
}
