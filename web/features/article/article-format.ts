const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const medium = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Returns the day in long US format (`November 21, 2026`), the same in every time zone: days are in UTC. */
export function longDate(moment: string | Date): string {
  return long.format(new Date(moment));
}

/** Returns the day in the server's format for cards, before the reader's own format is known. */
export function neutralDate(moment: string): string {
  return medium.format(new Date(moment));
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Returns the upper-cased first letters of the first and last part of a name, or one letter for a name with one part.
 * Letters are graphemes, so that accents, emoji and letters beyond the BMP stay whole. For a name without letters,
 * returns its first character.
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

/** An ASCII letter or digit before another ASCII character or the end is a grapheme on its own. */
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
