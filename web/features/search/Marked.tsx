import type { MatchedParts, SearchResult } from '@journal/contracts';

export function Marked({ text, matches }: { text: string; matches: MatchedParts }) {
  let at = 0;
  return partsOf(text, matches).map((part) => {
    const key = at;
    at += part.text.length;
    return part.marked ? <mark key={key}>{part.text}</mark> : part.text;
  });
}

type Part = { readonly text: string; readonly marked: boolean };

/**
 * A text in parts, marked and not, that put together are the text. Marks that lie outside of it, run backwards or into
 * the one before are left out.
 */
export function partsOf(text: string, matches: MatchedParts): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const [from, to] of matches) {
    if (from < end || to <= from || to > text.length) continue;
    if (from > end) parts.push({ text: text.slice(end, from), marked: false });
    parts.push({ text: text.slice(from, to), marked: true });
    end = to;
  }
  if (end < text.length) parts.push({ text: text.slice(end), marked: false });
  return parts;
}

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
