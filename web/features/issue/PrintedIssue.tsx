import '../../styles/printed.css';
import type { WholeIssue } from '@journal/contracts';
import { usePageContext } from 'vike-react/usePageContext';
import { Cover } from '../../ui/artwork/Cover.tsx';
import { longDate } from '../article/article-format.ts';
import { Paragraphs } from '../article/article-parts.tsx';
import { sectionNames } from '../section/section-marks.ts';
import { coverOfIssue, issueName } from './issue-names.ts';

type Piece = WholeIssue['pieces'][number];

/**
 * A whole issue for printing: its cover, contents, the letter and every piece in full, each beginning on a new page.
 */
export function PrintedIssue({ issue }: { issue: WholeIssue }) {
  const { site } = usePageContext();
  const { number, letter, pieces } = issue;
  const head = `${site.name} · Issue ${number}`;
  return (
    <div className="printed">
      <Hint number={number} />
      <Front issue={issue} journal={site.name} />
      <Contents pieces={pieces} />
      {letter === null ? null : (
        <section className="printed-letter">
          <h2>Letter from the editors</h2>
          <Paragraphs text={letter} />
        </section>
      )}
      {pieces.map((piece) => (
        <PrintedPiece key={piece.articleId} piece={piece} head={head} />
      ))}
      <p className="printed-colophon">
        {`${head}, ${longDate(issue.date)}. `}
        Online at <bdi>{`${site.url}/issues/${number}`}</bdi>, where the pieces are as they are now.
      </p>
    </div>
  );
}

/** Shown on screen only. */
function Hint({ number }: { number: number }) {
  return (
    <div className="printed-hint">
      <p>
        This is the whole issue for paper. Print it with your browser, or choose “Save as PDF” there instead
        of a printer.
      </p>
      <p>
        <button className="button" type="button" onClick={() => print()}>
          Print
        </button>
        <a className="text-link" href={`/issues/${number}`}>
          Back to the issue
        </a>
      </p>
    </div>
  );
}

function Front({ issue, journal }: { issue: WholeIssue; journal: string }) {
  const { number, date } = issue;
  return (
    <header className="printed-front" data-section={coverOfIssue(issue).section}>
      <p className="printed-journal">{journal}</p>
      <div className="printed-cover">
        <Cover article={coverOfIssue(issue)} />
      </div>
      <p className="label">
        Issue {number} · <time dateTime={date}>{longDate(date)}</time>
      </p>
      <h1 dir="auto">{issueName(issue)}</h1>
    </header>
  );
}

function Contents({ pieces }: { pieces: readonly Piece[] }) {
  return (
    <nav className="printed-contents" aria-labelledby="contents-title">
      <h2 id="contents-title">In this issue</h2>
      <ol>
        {pieces.map(({ articleId, heading, article }) => (
          <li key={articleId}>
            {heading === null ? null : (
              <p className="label" dir="auto">
                {heading}
              </p>
            )}
            <a href={`#piece-${articleId}`} dir="auto">
              {article.title}
            </a>
            <bdi>{article.authorName}</bdi>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function PrintedPiece({ piece: { articleId, heading, article }, head }: { piece: Piece; head: string }) {
  const { section, title, excerpt, authorName, authorAge, authorSchool, content } = article;
  const rest = [authorAge === null ? undefined : `${authorAge}`, authorSchool].filter(Boolean).join(', ');
  return (
    <article className="printed-part" id={`piece-${articleId}`} data-section={section}>
      <p className="printed-head" aria-hidden="true">
        {head} · <bdi>{title}</bdi>
      </p>
      <div>
        <div className="printed-cover">
          <Cover article={article} />
        </div>
        <p className="label printed-section">
          {sectionNames[section]}
          {heading === null ? null : (
            <>
              {' · '}
              <bdi>{heading}</bdi>
            </>
          )}
        </p>
        <h2 dir="auto">{title}</h2>
        <p className="printed-excerpt" dir="auto">
          {excerpt}
        </p>
        <p className="printed-writer">
          <bdi>{authorName}</bdi>
          {rest === '' ? null : (
            <>
              {', '}
              <bdi>{rest}</bdi>
            </>
          )}
        </p>
        <div className="printed-text">
          <Paragraphs text={content} />
        </div>
      </div>
    </article>
  );
}
