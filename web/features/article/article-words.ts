const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const medium = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** The day in long US format (`November 21, 2026`), the same in every zone: days are those of UTC. */
export function longDate(moment: string | Date): string {
  return long.format(new Date(moment));
}

/** The day as the server writes it on cards, before the reader's own format is known. */
export function neutralDate(moment: string): string {
  return medium.format(new Date(moment));
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * The first letters of the first and the last part of a name, upper-cased; one letter for a name of one part.
 * Counts what a person sees as a letter, so accents, emoji and letters beyond the BMP stay whole.
 * Returns the first character of a name without letters.
 */
export function initials(name: string): string {
  const parts = name
    .split(/[\s\u00a0]+/u)
    .map(firstLetter)
    .filter((letter) => letter !== '');
  const [first = '', ...others] = parts;
  const last = others.at(-1) ?? '';
  return (first + last).toLocaleUpperCase('en');
}

/** An ASCII letter or digit before another ASCII character or the end is a letter by itself. */
const plainLetter = /^[A-Za-z0-9](?![^ -~])/;

function firstLetter(part: string): string {
  if (plainLetter.test(part)) return part.charAt(0);
  let first = '';
  for (const { segment } of graphemes.segment(part)) {
    if (/\p{L}|\p{N}/u.test(segment)) return segment;
    first ||= segment;
  }
  return first;
}
