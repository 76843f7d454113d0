import type { SearchResult } from '@journal/contracts';
import { Cover } from '../../ui/artwork/Cover.tsx';
import { CardDate } from '../article/CardDate.tsx';
import { SectionBadge } from '../section/SectionBadge.tsx';
import { Marked } from './Marked.tsx';
import { ResultWriter } from './ResultWriter.tsx';

/** An article on the search page, with the piece of its text that matched where neither title, name nor excerpt did. */
export function ResultItem({ result }: { result: SearchResult }) {
  const { id, section, title, excerpt, matches, passage, createdAt } = result;
  return (
    <li className="result" data-section={section}>
      <div className="result-frame">
        <Cover article={result} />
      </div>
      <div className="result-text">
        <p className="card-kicker">
          <SectionBadge section={section} />
          <span className="read-time">
            <CardDate at={createdAt} />
          </span>
        </p>
        <h3 className="card-title" dir="auto">
          <a href={`/article/${id}`}>
            <Marked text={title} matches={matches.title} />
          </a>
        </h3>
        <p className="result-excerpt" dir="auto">
          <Marked {...(passage ?? { text: excerpt, matches: matches.excerpt })} />
        </p>
        <p className="result-writer">
          <ResultWriter result={result} />
        </p>
      </div>
    </li>
  );
}
