import { diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';

type WordDifferenceProps = {
  /** What is shown. */
  text: string;
  /** What it is compared with: words of `text` that are not in it are marked. */
  other: string;
};

/** Milliseconds; texts with less in common are shown without marks. */
const patience = 300;

/** A text in which the words that another version does not have are marked. */
export function WordDifference({ text, other }: WordDifferenceProps) {
  const parts = useMemo(
    () =>
      diffWordsWithSpace(other, text, { timeout: patience })
        ?.filter(({ removed }) => !removed)
        .map((part, index) => ({ ...part, index })) ?? [{ value: text, added: false, index: 0 }],
    [text, other],
  );
  return (
    <div className="version-text" dir="auto">
      {parts.map(({ value, added, index }) => (added ? <mark key={index}>{value}</mark> : value))}
    </div>
  );
}
