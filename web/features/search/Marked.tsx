import type { MatchedParts, SearchResult } from '@journal/contracts';
import { partsOf } from './marked-parts.ts';

export function Marked({ text, matches }: { text: string; matches: MatchedParts }) {
  let at = 0;
  return partsOf(text, matches).map((part) => {
    const key = at;
    at += part.text.length;
    return part.marked ? <mark key={key}>{part.text}</mark> : part.text;
  });
}

/** Name and age of a search result's writer; a forgotten writer has no age. */
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
