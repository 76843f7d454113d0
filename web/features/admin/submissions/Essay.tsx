import { countWords } from '@journal/contracts';
import { useId, useState } from 'react';
import { paragraphs } from '../../article/paragraphs.ts';

const longEssay = 500;

/** The essay of a pitch: a long one begins folded to its first lines. */
export function Essay({ text, title }: { text: string; title: string }) {
  const id = useId();
  const [unfolded, setUnfolded] = useState(false);
  const isLong = text.length > longEssay;
  return (
    <>
      <div id={id} className="essay" data-folded={isLong && !unfolded ? '' : undefined}>
        {paragraphs(text).map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other identity
          <p key={index} dir="auto">
            {paragraph}
          </p>
        ))}
      </div>
      <p className="essay-foot">
        <span>{countWords(text).toLocaleString('en-GB')} words</span>
        {isLong ? (
          <button
            type="button"
            className="text-link"
            aria-expanded={unfolded}
            aria-controls={id}
            onClick={() => setUnfolded(!unfolded)}
          >
            {unfolded ? 'Show less' : 'Show the full essay'}
            <span className="sr-only"> of {title}</span>
          </button>
        ) : null}
      </p>
    </>
  );
}
