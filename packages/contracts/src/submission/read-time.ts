import { readTimeBounds } from '@journal/events/fields';

/** What the journal asks essays for; guidance, not a limit. */
export const essayGuidance = { minimum: 800, maximum: 1_200 } as const;
const wordsPerMinute = 220;

/** Words as a writer counts them: what stands between spaces. */
export function countWords(text: string): number {
  return text.match(/\S+/gu)?.length ?? 0;
}

/** Whole minutes that a text takes to read, within what an article may say of itself. */
export function readTimeOf(text: string): number {
  const minutes = Math.round(countWords(text) / wordsPerMinute);
  return Math.min(readTimeBounds.maximum, Math.max(readTimeBounds.minimum, minutes));
}
