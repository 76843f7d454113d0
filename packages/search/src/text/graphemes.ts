const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Two that are never one; only a line break of two is. */
const twoCharacters = /^[\0-\x7f][\0-\t\v-\x7f]$/;

/** Returns the borders of what a reader sees as one character of a text, be it of several code points. */
export function graphemesOf(text: string) {
  let segments: Intl.Segments | undefined;

  function at(place: number) {
    if (place <= 0) return { from: 0, to: 0 };
    if (place >= text.length) return { from: text.length, to: text.length };
    // Most places of most texts: to look is much faster than to ask.
    if (twoCharacters.test(text.slice(place - 1, place + 1))) return { from: place, to: place };
    segments ??= graphemes.segment(text);
    const { index = place, segment = '' } = segments.containing(place) ?? {};
    return { from: index, to: index === place ? place : index + segment.length };
  }

  return {
    /** Returns `place`, or where the character around it begins; at most the text's length. */
    before: (place: number) => at(place).from,
    /** Returns `place`, or where the character around it ends; at most the text's length. */
    after: (place: number) => at(place).to,
  };
}
