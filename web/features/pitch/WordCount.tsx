import { essayGuidance } from '@journal/contracts';
import { useEffect, useState } from 'react';
import { wordCountOf } from './word-count.ts';

const { minimum, maximum } = essayGuidance;
const longest = minimum + maximum;
/** Milliseconds without a keystroke after which the count is said. */
const pause = 1_500;

/** The length of an essay beside what is asked for. Seen at each keystroke; said, politely, when the writer rests. */
export function WordCount({ essay }: { essay: string }) {
  const { words, count, advice } = wordCountOf(essay);
  const text = `${count}. ${advice}`;
  const said = useRested(text);
  return (
    <div className="word-count">
      <svg viewBox={`0 0 ${longest} 10`} preserveAspectRatio="none" aria-hidden="true">
        <rect className="word-count-asked" x={minimum} width={maximum - minimum} height="10" />
        <rect className="word-count-written" width={Math.min(words, longest)} height="10" />
      </svg>
      <p aria-hidden="true">
        <strong>{count}.</strong> {advice}
      </p>
      <p className="sr-only" role="status">
        {said}
      </p>
    </div>
  );
}

/** The text as it was when it last rested; nothing until it has changed. */
function useRested(text: string): string {
  const [first] = useState(text);
  const [rested, setRested] = useState('');
  useEffect(() => {
    if (text === first && rested === '') return;
    const timer = setTimeout(setRested, pause, text);
    return () => clearTimeout(timer);
  }, [text, first, rested]);
  return rested;
}
