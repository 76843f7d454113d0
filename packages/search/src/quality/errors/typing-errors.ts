import type { Random } from '../corpus/random.ts';

/** Puts an error into a word; undefined where the word does not lend itself to it. */
export type TypingError = (word: string, random: Random) => string | undefined;

/** What a finger may hit instead, by script; no errors are made in scripts that are not here. */
const alphabets = [
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдежзиклмнопрстуфхцчшыьюя',
  'αβγδεζηθικλμνξοπρστυφχψω',
  'אבגדהוזחטיכלמנסעפצקרשת',
  'ابتثجحخدذرزسشصضطظعغفقكلمنهوي',
  'कखगघचजटडतदनपबमयरलवसह',
  '가나다라마바사아자차카타파하',
];
const scripts = [
  /\p{sc=Latn}/u,
  /\p{sc=Cyrl}/u,
  /\p{sc=Grek}/u,
  /\p{sc=Hebr}/u,
  /\p{sc=Arab}/u,
  /\p{sc=Deva}/u,
  /\p{sc=Hang}/u,
];

function otherLetter(word: string, random: Random): string | undefined {
  const script = scripts.findIndex((each) => each.test(word));
  const alphabet = alphabets[script];
  return alphabet && random.pick([...alphabet]);
}

/** An error at one place, of all places from `first` to the `last`, counted from the end. */
function somewhere(
  first: number,
  last: number,
  change: (letters: string[], at: number, other: string) => void,
) {
  return (word: string, random: Random): string | undefined => {
    const letters = [...word];
    const places = letters.length - last - first;
    const other = otherLetter(word, random);
    if (places < 1 || other === undefined) return undefined;
    change(letters, first + random.below(places), other);
    return letters.join('');
  };
}

const swap = (letters: string[], at: number) => {
  letters.splice(at, 2, letters[at + 1] ?? '', letters[at] ?? '');
};

export const missingLetter: TypingError = somewhere(1, 0, (letters, at) => letters.splice(at, 1));
export const extraLetter: TypingError = somewhere(1, 0, (letters, at, other) => letters.splice(at, 0, other));
export const wrongLetter: TypingError = somewhere(1, 0, (letters, at, other) => letters.splice(at, 1, other));
export const swappedLetters: TypingError = somewhere(1, 1, swap);

const firstOnly =
  (change: (letters: string[], other: string) => void): TypingError =>
  (word, random) => {
    const other = otherLetter(word, random);
    if (other === undefined) return undefined;
    const letters = [...word];
    change(letters, other);
    return letters.join('');
  };

export const firstLetterMissing: TypingError = firstOnly((letters) => letters.splice(0, 1));
export const firstLetterWrong: TypingError = firstOnly((letters, other) => letters.splice(0, 1, other));
export const firstLettersSwapped: TypingError = firstOnly((letters) => swap(letters, 0));

const any = [
  missingLetter,
  extraLetter,
  wrongLetter,
  swappedLetters,
  firstLetterMissing,
  firstLetterWrong,
  firstLettersSwapped,
];

export const anyError: TypingError = (word, random) => random.pick(any)(word, random);

export const twoErrors: TypingError = (word, random) => {
  const once = anyError(word, random);
  return once && anyError(once, random);
};
