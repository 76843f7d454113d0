import { countWords, essayGuidance, type SubmissionFields } from '@journal/contracts';

/** A point to check before a piece is published. None of them blocks publication. */
export type Check = {
  readonly name: string;
  readonly isFine: boolean;
  /** What was counted, or what the check is about. */
  readonly text: string;
  /** Passages of the text that the check found. */
  readonly found: readonly string[];
};

/** Number of words in a summary that fits a card and a search result. */
const summaryGuidance = { minimum: 8, maximum: 60 } as const;

/** The texts of a pitch, saved or as typed. */
export type CheckedTexts = Pick<SubmissionFields, 'articleTitle' | 'articleSummary' | 'fullEssay'>;

/**
 * Returns the points that editors, and writers before sending, should check: lengths, and anything that leads strangers
 * to people.
 */
export function checksOf(pitch: CheckedTexts): Check[] {
  const whole = [pitch.articleTitle, pitch.articleSummary, pitch.fullEssay].join('\n\n');
  return [
    lengthOf('Essay', pitch.fullEssay, essayGuidance),
    lengthOf('Summary', pitch.articleSummary, summaryGuidance),
    ...finders.map(({ name, text, find }) => {
      const found = [...new Set(find(whole))];
      return { name, isFine: found.length === 0, text: found.length === 0 ? 'None found' : text, found };
    }),
  ];
}

const plain = new Intl.NumberFormat('en-US');

function lengthOf(
  name: string,
  text: string,
  { minimum, maximum }: { minimum: number; maximum: number },
): Check {
  const words = countWords(text);
  const isFine = words >= minimum && words <= maximum;
  const count = `${plain.format(words)} ${words === 1 ? 'word' : 'words'}`;
  const guidance = `${plain.format(minimum)} to ${plain.format(maximum)} are asked for`;
  return { name, isFine, text: isFine ? count : `${count}; ${guidance}`, found: [] };
}

type Finder = { readonly name: string; readonly text: string; find(text: string): readonly string[] };

const matching = (pattern: RegExp) => (text: string) => text.match(pattern) ?? [];

/** Searches the text without e-mail addresses and URLs, which can contain handles and numbers. */
const outsideLinks = (find: Finder['find']) => (text: string) =>
  find(text.replaceAll(linkPattern, ' ').replaceAll(emailPattern, ' '));

// All patterns are bounded; otherwise a long text without spaces would be scanned again from each letter.
const linkPattern =
  /\b(?:https?:\/\/|www\.|(?:[a-z0-9-]{1,63}\.){1,3}[a-z]{2,10}\/)[^\s<>"”’]{0,200}[^\s<>"”’.,;:!?)]/giu;
const emailPattern = /[^\s@<>()"“”]{1,64}@[^\s@<>()"“”]{1,100}\.\p{L}{2,24}/giu;
const handlePattern =
  /(?<![\p{L}\p{N}_.@/])@[\p{L}\p{N}_][\p{L}\p{N}_.]{1,28}[\p{L}\p{N}_]|\b(?:insta(?:gram)?|snap(?:chat)?|tiktok|discord|telegram|twitter|youtube|ig): ?@?[\p{L}\p{N}_][\p{L}\p{N}_.]{1,28}[\p{L}\p{N}_]/giu;

const finders: readonly Finder[] = [
  { name: 'Links', text: 'Are they suitable for readers of any age?', find: matching(linkPattern) },
  { name: 'Email addresses', text: 'Strangers would write to them.', find: matching(emailPattern) },
  { name: 'Telephone numbers', text: 'Strangers would call them.', find: outsideLinks(telephoneNumbers) },
  {
    name: 'Handles',
    text: 'They lead strangers to private profiles.',
    find: outsideLinks(matching(handlePattern)),
  },
  { name: 'Postal addresses', text: 'They tell strangers where somebody is.', find: postalAddresses },
];

/** Returns digit sequences with usual separators, excluding years, dates, large numbers and ISBNs. */
function telephoneNumbers(text: string): string[] {
  const candidates =
    text.match(/(?<![\p{L}\p{N}.,/-]|\d:)[+(]?\d[\d \t\u00a0()./\u2013-]{4,24}\d(?![\p{L}\p{N}])/gu) ?? [];
  return candidates.filter((candidate) => {
    const digits = candidate.replaceAll(/\D/g, '').length;
    if (digits < 7 || digits > 15) return false;
    return !notTelephone.some((pattern) => pattern.test(candidate));
  });
}

const notTelephone = [
  /^\d{4} ?[-/\u2013] ?\d{4}$/,
  /^\d{1,2}[./-] ?\d{1,2}[./-] ?\d{2,4}(?: \d{1,2})?$/,
  /^\d{4}-\d{2}-\d{2}(?: \d{1,2})?$/,
  // 1 000 000, but not 612 345 678, which is a phone number in many countries.
  /^[1-9]\d?(?: \d{3}){2,}$/,
  /^[1-9]\d{0,2}(?:\.\d{3})+$/,
  /^\d\.\d+$/,
  /^97[89][- ]?(?:\d[- ]?){9}\d$/,
];

const streets = 'Street|St|Road|Rd|Avenue|Ave|Lane|Drive|Close|Court|Square|Boulevard|Terrace|Crescent';
const notStreetName = 'the|an?|my|our|your|his|her|their|this|that|of|on|in|down|up|along|per';
const addressPatterns = [
  new RegExp(
    `\\b\\d{1,4}[a-z]?,? (?:(?!(?:${notStreetName}) )[\\p{L}’'.-]{1,30} ){1,3}(?:${streets})(?![\\p{L}’'])`,
    'giu',
  ),
  /(?<!\p{L})\p{Lu}[\p{L}-]{0,40}[ -]?(?:[Ss]tra(?:ß|ss)e|[Ss]tr\.|[Ww]eg|[Gg]asse|[Pp]latz|[Aa]llee) \d{1,4}[a-z]?(?!\p{L})/gu,
  /\b\d{1,4},? (?:rue|avenue|boulevard|chemin|impasse) \p{L}[\p{L}’'-]{0,30}(?: \p{L}[\p{L}’'-]{0,30}){0,3}/giu,
];

function postalAddresses(text: string): string[] {
  return addressPatterns.flatMap((pattern) => text.match(pattern) ?? []);
}
