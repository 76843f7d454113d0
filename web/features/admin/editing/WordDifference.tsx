import { diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';

type WordDifferenceProps = {
  /** Whose text it is. */
  label: string;
  /** What is shown. */
  text: string;
  /** What it is compared with: words of `text` that are not in it are marked. */
  other: string;
};

/** Milliseconds; texts with less in common are shown without marks. */
const patience = 300;

/** A text in which the words that another version does not have are marked. */
export function WordDifference({ label, text, other }: WordDifferenceProps) {
  const parts = useMemo(
    () =>
      diffWordsWithSpace(other, text, { timeout: patience })
        ?.filter(({ removed }) => !removed)
        .map((part, index) => ({ ...part, index })) ?? [{ value: text, added: false, index: 0 }],
    [text, other],
  );
  return (
    <section
      className="version-text"
      aria-label={label}
      dir="auto"
      tabIndex={mayScroll(text) ? 0 : undefined}
    >
      {parts.map(({ value, added, index }) => (added ? <mark key={index}>{value}</mark> : value))}
    </section>
  );
}

/** What scrolls must be reached by keyboard. */
function mayScroll(text: string): boolean {
  return text.length > 200 || text.split('\n').length > 5;
}
