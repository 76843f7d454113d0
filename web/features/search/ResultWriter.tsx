import type { SearchResult } from '@journal/contracts';
import { Marked } from './Marked.tsx';

/** Name and age of who wrote an article that was found; a forgotten writer has no age. */
export function ResultWriter({ result }: { result: SearchResult }) {
  const { authorName, authorAge, matches } = result;
  return (
    <>
      <bdi>
        <Marked text={authorName} matches={matches.authorName} />
      </bdi>
      {authorAge === null ? null : `, ${authorAge}`}
    </>
  );
}
