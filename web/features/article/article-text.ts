/**
 * Whether a paragraph can begin with a drop cap: its first letter must be of a script whose letters stand alone and
 * have capitals, after an opening quote at most.
 */
export function takesDropCap(paragraph: string): boolean {
  return (
    paragraph.length > 80 &&
    /^["'“‘«„]?[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(paragraph)
  );
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Words that lean on the sentence before; a sentence that starts with one can't stand alone. */
const leaning =
  /^(and|but|so|or|nor|yet|then|he|she|it|they|this|that|these|those|there|which|because|also|however|still)\b/i;

type PullQuote = { readonly text: string; readonly after: number };

/**
 * A sentence to set large in the margin, and the paragraph after which it stands: the one of 45 to 110 characters
 * nearest to 78 from the middle of a long enough text that reads on its own and is not speech. Undefined where there is none.
 * Deterministic.
 */
export function pullQuote(paragraphs: readonly string[]): PullQuote | undefined {
  if (paragraphs.length < 6) return undefined;
  const from = Math.floor(paragraphs.length * 0.3);
  const to = Math.ceil(paragraphs.length * 0.75);
  let best: PullQuote | undefined;
  for (let index = from; index < to; index += 1) {
    for (const { segment } of sentences.segment(paragraphs[index] ?? '')) {
      const text = segment.trim();
      if (standsAlone(text) && (!best || off(text) < off(best.text))) best = { text, after: index - 1 };
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
    !leaning.test(text)
  );
}

const off = (text: string): number => Math.abs(text.length - 78);
