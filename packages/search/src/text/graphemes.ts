const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Two characters that are always separate; of ASCII pairs, only CRLF forms one grapheme. */
const twoCharacters = /^[\0-\x7f][\0-\t\v-\x7f]$/;

/** Returns functions that find grapheme boundaries in a text; a grapheme may consist of several code points. */
export function graphemesOf(text: string) {
  let segments: Intl.Segments | undefined;

  function at(place: number) {
    if (place <= 0) return { from: 0, to: 0 };
    if (place >= text.length) return { from: text.length, to: text.length };
    // True of most places in most texts, and much faster than the segmenter.
    if (twoCharacters.test(text.slice(place - 1, place + 1))) return { from: place, to: place };
    segments ??= graphemes.segment(text);
    const { index = place, segment = '' } = segments.containing(place) ?? {};
    return { from: index, to: index === place ? place : index + segment.length };
  }

  return {
    /** Returns `place`, or the start of the grapheme around it; at most the text's length. */
    before: (place: number) => at(place).from,
    /** Returns `place`, or the end of the grapheme around it; at most the text's length. */
    after: (place: number) => at(place).to,
  };
}
