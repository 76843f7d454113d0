import { type Passage, type PassageField, passageFields } from '@journal/events/fields';
import { paragraphs } from '../system/text.ts';

/** Location of a passage: its paragraph, and the character offsets of its start and end. */
export type Place = {
  readonly field: PassageField;
  readonly paragraph: number;
  readonly start: number;
  readonly end: number;
};

export type PassageTexts = Readonly<Record<PassageField, string>>;

/** Maximum number of characters that a comment can quote, and that it stores from either side. */
export const maxQuotationLength = 500;
export const contextLength = 32;

/** Number of matching characters that identify a passage in a different paragraph. */
const minIdentifyingLength = 24;
/** Maximum number of occurrences to examine in a repetitive text. */
const maxPlaces = 500;

/** Returns the paragraphs of a field. Title and summary are one paragraph each. */
export function paragraphsIn(texts: PassageTexts, field: PassageField): readonly string[] {
  const text = texts[field].replaceAll('\r\n', '\n');
  return field === 'fullEssay' ? paragraphs(text) : [text.trim()];
}

/**
 * Returns the passage between two characters of a paragraph, without surrounding white space and truncated to the
 * length that a comment can quote; undefined if nothing remains.
 */
export function passageAt(texts: PassageTexts, { field, paragraph, start, end }: Place): Passage | undefined {
  const text = paragraphsIn(texts, field)[paragraph] ?? '';
  const quotation = wholeCharacters(text.slice(start, Math.min(end, start + maxQuotationLength)));
  const begin = start + quotation.search(/\S|$/u);
  const words = quotation.trim();
  if (words === '') return undefined;
  return { field, paragraph, quotation: words, ...around(text, begin, begin + words.length) };
}

/**
 * Returns the location of a passage in a text that may have been edited; undefined if the quotation is gone. Several
 * occurrences are distinguished by the text around them, and then by their paragraph. In another paragraph, an
 * occurrence counts only if enough of the quotation and its context matches. The running time is bounded by the
 * lengths.
 */
export function findPassage(texts: PassageTexts, passage: Passage): Place | undefined {
  const { field, quotation } = passage;
  if (quotation === '') return undefined;
  let best: { readonly place: Place; readonly rank: number } | undefined;
  let places = 0;
  for (const { text, paragraph } of nearestFirst(paragraphsIn(texts, field), passage.paragraph)) {
    const isSameParagraph = paragraph === passage.paragraph;
    for (let start = text.indexOf(quotation); start >= 0; start = text.indexOf(quotation, start + 1)) {
      if (places++ === maxPlaces) return best?.place;
      const end = start + quotation.length;
      const { alike, isWhole } = likeness(around(text, start, end), passage);
      if (!isWhole && !isSameParagraph && quotation.length + alike < minIdentifyingLength) continue;
      const rank = (isWhole ? 4 : 0) * contextLength + (isSameParagraph ? 2 : 0) * contextLength + alike;
      if (best === undefined || rank > best.rank) best = { place: { field, paragraph, start, end }, rank };
    }
  }
  return best?.place;
}

/** Compares two places by reading order, for `sort`. */
export function comparePlaces(one: Place, other: Place): number {
  const placeOf = ({ field, paragraph, start }: Place) => [passageFields.indexOf(field), paragraph, start];
  const [mine, theirs] = [placeOf(one), placeOf(other)];
  return mine.map((value, index) => value - (theirs[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

function around(text: string, start: number, end: number): Pick<Passage, 'before' | 'after'> {
  return {
    before: wholeCharacters(text.slice(Math.max(0, start - contextLength), start)),
    after: wholeCharacters(text.slice(end, end + contextLength)),
  };
}

/** Returns a part of a text without a split surrogate pair at either end. */
const wholeCharacters = (text: string) => text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');

/** Returns how many characters around a place match those around the passage, and whether all do. */
function likeness(now: Pick<Passage, 'before' | 'after'>, then: Pick<Passage, 'before' | 'after'>) {
  let [ahead, behind] = [0, 0];
  while (behind < then.before.length && now.before.at(-1 - behind) === then.before.at(-1 - behind)) behind++;
  while (ahead < then.after.length && now.after[ahead] === then.after[ahead]) ahead++;
  return { alike: ahead + behind, isWhole: now.before === then.before && now.after === then.after };
}

function nearestFirst(all: readonly string[], from: number) {
  return all
    .map((text, paragraph) => ({ text, paragraph }))
    .sort((one, other) => Math.abs(one.paragraph - from) - Math.abs(other.paragraph - from));
}
