import { countWords, essayGuidance } from '@journal/contracts';
import { useEffect, useState } from 'react';

const { minimum, maximum } = essayGuidance;
const longest = minimum + maximum;
/** Pause in typing before the count is announced, in milliseconds. */
const pause = 1_500;

/** The length of an essay beside the requested length. Updated on each keystroke, announced politely after a pause. */
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

/** Returns the text as of the last pause in typing; empty until it has changed. */
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

const plain = new Intl.NumberFormat('en-US');

/** Returns the length of an essay, and advice compared with the requested length. Guidance only: no length is wrong. */
export function wordCountOf(essay: string): { words: number; count: string; advice: string } {
  const words = countWords(essay);
  return {
    words,
    count: `${plain.format(words)} ${words === 1 ? 'word' : 'words'}`,
    advice: adviceOn(words),
  };
}

function adviceOn(words: number): string {
  if (words === 0) return `We ask for ${plain.format(minimum)} to ${plain.format(maximum)}.`;
  if (words < minimum) return `${plain.format(minimum - words)} to go until ${plain.format(minimum)}.`;
  if (words <= maximum) return 'A good length for us.';
  return `${plain.format(words - maximum)} over ${plain.format(maximum)}. You can still send it.`;
}
