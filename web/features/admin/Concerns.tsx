import '../../styles/people.css';
import { formerContributor, type ReportedConcern } from '@journal/contracts';
import { concerns } from '../../data/newsroom.api.ts';
import { PagedList } from '../../ui/list/LoadMore.tsx';
import { CardDate, Paragraphs } from '../article/article-parts.tsx';

/** Concerns reported by writers and others. */
export function Concerns() {
  return (
    <PagedList
      query={concerns}
      loading="Loading concerns..."
      empty={<p className="list-state">Nobody has reported a concern.</p>}
      hrefOf={() => '/admin/concerns'}
      label="Load Older Concerns"
      one="concern"
      many="concerns"
    >
      {(reported) => (
        <ul className="concerns" aria-label="Concerns">
          {reported.map((concern) => (
            <li key={`${concern.at} ${concern.submissionId ?? concern.articleId}`} tabIndex={-1}>
              <p>
                <strong>
                  <bdi>{reporterOf(concern)}</bdi>
                </strong>
                {', '}
                <CardDate at={concern.at} />
                <About concern={concern} />
              </p>
              <Paragraphs text={concern.text} />
              <Answer to={concern.replyTo} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}

const reporterOf = ({ submissionId, fullName }: ReportedConcern): string =>
  submissionId === null ? 'Somebody' : (fullName ?? formerContributor);

/** The pitch or article that a concern is about, if any. */
function About({ concern: { submissionId, articleId, articleTitle } }: { concern: ReportedConcern }) {
  const href = submissionId === null ? `/article/${articleId}` : `/admin/submissions/${submissionId}/history`;
  if (submissionId === null ? articleId === null : articleTitle === null) return null;
  return (
    <>
      {', about '}
      <a className="text-link" href={href}>
        <bdi>{articleTitle ?? `article ${articleId}`}</bdi>
      </a>
    </>
  );
}

/** The address to which the reporter wants a reply, if any. */
function Answer({ to }: { to: string | null }) {
  if (to === null) return null;
  return (
    <p>
      {'Asks for a reply to '}
      <a className="text-link" href={`mailto:${encodeURIComponent(to)}`}>
        {to}
      </a>
    </p>
  );
}
