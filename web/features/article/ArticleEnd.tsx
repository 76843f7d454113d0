import type { ArticleCard as Card, FurtherArticles } from '@journal/contracts';
import { usePageContext } from 'vike-react/usePageContext';
import { furtherArticles } from '../../data/reader.api.ts';
import { ReadBoundary } from '../../ui/list/ListBoundary.tsx';
import { sectionTexts } from '../section/sections.ts';
import { ArticleCard, ArticleGrid } from './ArticleGrid.tsx';
import { ShareLink } from './ShareLink.tsx';

/** The part after the text: sharing, further reading, and an invitation to write. */
export function ArticleEnd({ article }: { article: Card }) {
  return (
    <div className="reader-end page" data-section={article.section}>
      {/* What a press has written there is about this article only. */}
      <ShareLink key={article.id} article={article} />
      <ReadBoundary query={furtherArticles(article.id)} loading={null} failed={() => null}>
        {(further) => (
          <>
            <InIssue issue={further.issue} articleId={article.id} />
            <Further section={article.section} further={further} />
            <OtherPieces writer={article.authorName} pieces={further.otherPieces} />
          </>
        )}
      </ReadBoundary>
      <CallToWrite />
      <p className="legal-links">
        <a href={`/report?article=${article.id}`}>Report a concern about this article</a>
      </p>
    </div>
  );
}

/** The issue that contains the article, with its pieces. */
function InIssue({ issue, articleId }: Pick<FurtherArticles, 'issue'> & { articleId: number }) {
  if (!issue) return null;
  const { number, title, contents } = issue;
  return (
    <section className="further-part" aria-labelledby="in-issue-title">
      <h2 className="label" id="in-issue-title">
        In this issue
      </h2>
      <a className="text-link" href={`/issues/${number}`}>
        <span>
          Issue {number}
          {title === null ? null : (
            <>
              : <bdi>{title}</bdi>
            </>
          )}
        </span>
      </a>
      <ol className="issue-titles">
        {contents.map((piece) => (
          <li key={piece.articleId} dir="auto">
            {piece.articleId === articleId ? (
              <span aria-current="page">{piece.title}</span>
            ) : (
              <a href={`/article/${piece.articleId}`}>{piece.title}</a>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Further({
  section,
  further: { opposing, next, related },
}: Pick<Card, 'section'> & { further: FurtherArticles }) {
  const found = [
    { title: 'The other side', card: opposing },
    { title: `Next in ${sectionTexts[section].name}`, card: next },
    { title: 'On a similar note', card: related },
  ];
  if (!found.some(({ card }) => card)) return null;
  return (
    <ul className="further">
      {found.map(({ title, card }) =>
        card ? (
          <li key={card.id}>
            <h2 className="label">{title}</h2>
            <ArticleCard article={card} travels />
          </li>
        ) : null,
      )}
    </ul>
  );
}

/** Empty unless the writer allows it. */
function OtherPieces({ writer, pieces }: { writer: string; pieces: readonly Card[] }) {
  if (pieces.length === 0) return null;
  return (
    <section className="further-part" aria-labelledby="others-title">
      <h2 className="label" id="others-title">
        More by <bdi>{writer}</bdi>
      </h2>
      <ArticleGrid articles={pieces} layout="compact" />
    </section>
  );
}

/** Links an article in a debate to its opposite, above the text. */
export function OtherSide({ article }: { article: Card }) {
  return (
    <ReadBoundary query={furtherArticles(article.id)} loading={null} failed={() => null}>
      {({ opposing }) =>
        opposing ? (
          <p className="reader-opposing">
            <span className="label">The other side</span>
            <a href={`/article/${opposing.id}`} dir="auto">
              {opposing.title}
            </a>
            <bdi>{opposing.authorName}</bdi>
          </p>
        ) : null
      }
    </ReadBoundary>
  );
}

function CallToWrite() {
  const { site } = usePageContext();
  return (
    <aside className="call" aria-labelledby="call-title">
      <h2 id="call-title">Would you have written it differently?</h2>
      <p>{`Then do. If you are 12 to 18, ${site.name} is yours to write for: a debate, an essay or a review.`}</p>
      <a className="button button-arrow" href="/contact">
        Write for Us
      </a>
    </aside>
  );
}
