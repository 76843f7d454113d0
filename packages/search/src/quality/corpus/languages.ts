import { ar, el, he, ja, ko, type LocaleDefinition, ru, th, zh_CN } from '@faker-js/faker';

/** A language whose script is not Latin, as far as its words go. */
export type Language = {
  readonly words: readonly string[];
  /** What stands between two words. */
  readonly between: string;
  readonly stop: string;
};

const everydayHindi = (
  'स्कूल बगीचा किताब दोस्त माँ पिता भाई बहन घर शहर गाँव नदी पहाड़ बारिश धूप सपना कहानी कविता गीत खेल ' +
  'परीक्षा शिक्षक कक्षा सवाल जवाब भाषा शब्द रास्ता यात्रा रेलगाड़ी साइकिल बाज़ार चाय रोटी आम पेड़ फूल चिड़िया ' +
  'बिल्ली हाथी समुद्र आकाश तारा चाँद सुबह शाम रात समय साल उम्मीद डर हँसी चुप्पी आवाज़ खिड़की दरवाज़ा कुर्सी'
).split(' ');

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

/** Every word of a locale that is written in its script, other than people's names. */
function wordsOf(locale: LocaleDefinition, script: RegExp): string[] {
  const { word, lorem, commerce, location, color, food, animal, book } = locale;
  const texts = stringsIn([word, lorem, commerce, location, color, food, animal, book]);
  const words = texts.flatMap((text) => text.split(/[^\p{L}\p{M}]+/u));
  return [...new Set(words.filter((each) => each.length > 1 && script.test(each)))];
}

/** By the locale of who writes in it. */
export const languages: Readonly<Record<string, Language>> = {
  ru: { words: wordsOf(ru, /^\p{Script=Cyrillic}+$/u), between: ' ', stop: '. ' },
  el: { words: wordsOf(el, /^\p{Script=Greek}+$/u), between: ' ', stop: '. ' },
  ar: { words: wordsOf(ar, /^[\p{Script=Arabic}\p{M}]+$/u), between: ' ', stop: '. ' },
  he: { words: wordsOf(he, /^[\p{Script=Hebrew}\p{M}]+$/u), between: ' ', stop: '. ' },
  ko: { words: wordsOf(ko, /^\p{Script=Hangul}+$/u), between: ' ', stop: '. ' },
  ja: { words: wordsOf(ja, /^[\p{Script=Han}\p{scx=Hiragana}\p{scx=Katakana}]+$/u), between: '', stop: '。' },
  zh: { words: wordsOf(zh_CN, /^\p{Script=Han}+$/u), between: '', stop: '。' },
  th: { words: wordsOf(th, /^[\p{Script=Thai}\p{M}]+$/u), between: '', stop: ' ' },
  hi: { words: everydayHindi, between: ' ', stop: '। ' },
};
