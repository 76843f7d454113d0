import '../../styles/people.css';
import { concerns } from '../../data/newsroom.api.ts';
import { ListBoundary } from '../../ui/list/ListBoundary.tsx';
import { CardDate, Paragraphs } from '../article/article-parts.tsx';

/** The concerns that writers have reported. */
export function Concerns() {
  return (
    <ListBoundary query={concerns} loading="Loading concerns...">
      {(reported) =>
        reported.length === 0 ? (
          <p className="list-state">Nobody has reported a concern.</p>
        ) : (
          <ul className="concerns" aria-label="Concerns">
            {reported.map(({ at, submissionId, userId, fullName, articleTitle, text }) => (
              <li key={`${submissionId} ${at} ${userId}`}>
                <p>
                  <strong>
                    <bdi>{fullName ?? 'A former contributor'}</bdi>
                  </strong>
                  {', '}
                  <CardDate at={at} />
                  {articleTitle === null ? null : (
                    <>
                      {', about '}
                      <a className="text-link" href={`/admin/submissions/${submissionId}/history`}>
                        <bdi>{articleTitle}</bdi>
                      </a>
                    </>
                  )}
                </p>
                <Paragraphs text={text} />
              </li>
            ))}
          </ul>
        )
      }
    </ListBoundary>
  );
}
