import { countWords, essayGuidance } from '@journal/contracts';

const { minimum, maximum } = essayGuidance;
const plain = new Intl.NumberFormat('en-US');

/** How long an essay is, and how that compares with what the journal asks for. Guidance: no length is wrong. */
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
  return `${plain.format(words - maximum)} over ${plain.format(maximum)}. You can send it all the same.`;
}
