/**
 * Whether a paragraph can begin with a drop cap: its first letter, after at most an opening quote, must be of a script
 * that has capitals and letters that stand alone.
 */
export function takesDropCap(paragraph: string): boolean {
  return (
    paragraph.length > 80 &&
    /^["'“‘«„]?[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(paragraph)
  );
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Words that refer to the previous sentence; a sentence that starts with one can't stand alone. */
const backReference =
  /^(and|but|so|or|nor|yet|then|he|she|it|they|this|that|these|those|there|which|because|also|however|still)\b/i;

type PullQuote = { readonly text: string; readonly after: number };

/**
 * Returns a sentence to set large in the margin, and the paragraph after which to place it: from the middle of a long
 * enough text, the self-contained sentence of 45 to 110 characters that is nearest to 78 and isn't speech. Undefined if
 * there is none. Deterministic.
 */
export function pullQuote(paragraphs: readonly string[]): PullQuote | undefined {
  if (paragraphs.length < 6) return undefined;
  const from = Math.floor(paragraphs.length * 0.3);
  const to = Math.ceil(paragraphs.length * 0.75);
  let best: PullQuote | undefined;
  for (let index = from; index < to; index += 1) {
    for (const { segment } of sentences.segment(paragraphs[index] ?? '')) {
      const text = segment.trim();
      if (standsAlone(text) && (!best || distanceFromIdeal(text) < distanceFromIdeal(best.text)))
        best = { text, after: index - 1 };
    }
  }
  return best;
}

function standsAlone(text: string): boolean {
  return (
    text.length >= 45 &&
    text.length <= 110 &&
    /^\p{Lu}/u.test(text) &&
    /[.!]$/.test(text) &&
    !/["“”«»„()\n]/.test(text) &&
    !/(^|\s)['‘]/.test(text) &&
    !backReference.test(text)
  );
}

const distanceFromIdeal = (text: string): number => Math.abs(text.length - 78);
