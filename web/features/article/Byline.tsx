import type { ArticleCard } from '@journal/contracts';
import type { ReactNode } from 'react';
import { Avatar } from './Avatar.tsx';

type Writer = Pick<ArticleCard, 'authorName' | 'authorAge' | 'authorSchool'>;

/** Who wrote it: initials, name and age, school where there is one, and when. A forgotten writer has neither age nor school. */
export function Byline({ writer, date }: { writer: Writer; date: ReactNode }) {
  const { authorName, authorAge, authorSchool } = writer;
  return (
    <div className="byline">
      <Avatar name={authorName} />
      <p className="byline-lines">
        <span className="byline-name">
          <bdi>{authorName}</bdi>
          {authorAge === null ? null : <span className="byline-age">, {authorAge}</span>}
        </span>
        <span className="byline-rest">
          {authorSchool ? <bdi>{authorSchool}</bdi> : null}
          {date}
        </span>
      </p>
    </div>
  );
}
