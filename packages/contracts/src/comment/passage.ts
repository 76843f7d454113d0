import { type Passage, type PassageField, passageFields } from '@journal/events/fields';
import { paragraphs } from '../system/text.ts';

/** Where a passage is: from which character of a paragraph up to which. */
export type Place = {
  readonly field: PassageField;
  readonly paragraph: number;
  readonly start: number;
  readonly end: number;
};

export type PassageTexts = Readonly<Record<PassageField, string>>;

/** The most characters that a comment can quote, and that it keeps from either side. */
export const maxQuotationLength = 500;
export const contextLength = 32;

/** Characters by which words that stand in another paragraph than before are known to be the same passage. */
const enoughToKnow = 24;
/** Of a text that repeats itself no more places are looked at. */
const maxPlaces = 500;

/** Returns the paragraphs of a field; title and summary are one each. */
export function paragraphsIn(texts: PassageTexts, field: PassageField): readonly string[] {
  const text = texts[field].replaceAll('\r\n', '\n');
  return field === 'fullEssay' ? paragraphs(text) : [text.trim()];
}

/**
 * Returns the passage from one character of a paragraph up to another, without the blanks at its ends, and not longer than
 * a comment can quote; undefined where nothing else is there.
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
 * Returns where a passage is in a text that may have been edited; undefined where its words are not there any more. Words
 * that the text has several times are told apart by what stands around them, and then by their paragraph; far from it they
 * count only where enough of both is the same. The time that it takes is bounded by the lengths.
 */
export function findPassage(texts: PassageTexts, passage: Passage): Place | undefined {
  const { field, quotation } = passage;
  if (quotation === '') return undefined;
  let best: { readonly place: Place; readonly rank: number } | undefined;
  let places = 0;
  for (const { text, paragraph } of nearestFirst(paragraphsIn(texts, field), passage.paragraph)) {
    const isItsOwn = paragraph === passage.paragraph;
    for (let start = text.indexOf(quotation); start >= 0; start = text.indexOf(quotation, start + 1)) {
      if (places++ === maxPlaces) return best?.place;
      const end = start + quotation.length;
      const { alike, isWhole } = likeness(around(text, start, end), passage);
      if (!isWhole && !isItsOwn && quotation.length + alike < enoughToKnow) continue;
      const rank = (isWhole ? 4 : 0) * contextLength + (isItsOwn ? 2 : 0) * contextLength + alike;
      if (best === undefined || rank > best.rank) best = { place: { field, paragraph, start, end }, rank };
    }
  }
  return best?.place;
}

/** Compares two places by the order in which they are read, as `sort` takes it. */
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

/** Returns a part of a text without the half of a character at either end. */
const wholeCharacters = (text: string) => text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');

/** Returns how many characters next to a place are those that stood next to the passage, and whether all are. */
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
