import {
  ar,
  de,
  el,
  en,
  en_IN,
  en_NG,
  es,
  Faker,
  he,
  ja,
  ko,
  type LocaleDefinition,
  nb_NO,
  pl,
  ru,
  th,
  tr,
  vi,
  yo_NG,
  zh_CN,
} from '@faker-js/faker';
import { languages } from './languages.ts';
import type { Random } from './random.ts';

export type Writer = {
  readonly name: string;
  readonly age: number;
  /** One of `languages`; undefined for English. */
  readonly language: string | undefined;
};

type Origin = { locale: LocaleDefinition; language?: string; familyFirst?: true; between?: string };

const latin: readonly Origin[] = [
  { locale: en },
  { locale: en },
  { locale: es },
  { locale: pl },
  { locale: tr },
  { locale: vi, familyFirst: true },
  { locale: en_NG },
  { locale: yo_NG },
  { locale: nb_NO },
  { locale: de },
];
const others: readonly Origin[] = [
  { locale: ru, language: 'ru' },
  { locale: el, language: 'el' },
  { locale: ar, language: 'ar' },
  { locale: he, language: 'he' },
  { locale: en_IN, language: 'hi' },
  { locale: ko, language: 'ko', familyFirst: true, between: '' },
  { locale: ja, language: 'ja', familyFirst: true },
  { locale: zh_CN, language: 'zh', familyFirst: true, between: '' },
  { locale: th, language: 'th' },
];

/** One after the other, from many countries; every fifth from one that does not write in Latin letters. */
export function createWriters(seed: number, random: Random): () => Writer {
  const fakers = new Map<Origin, Faker>();
  const fakerOf = (origin: Origin) => {
    const known = fakers.get(origin);
    if (known) return known;
    const faker = new Faker({ locale: [origin.locale, en], seed: seed + fakers.size });
    fakers.set(origin, faker);
    return faker;
  };
  return () => {
    const origin = random.pick(random.chance(0.2) ? others : latin);
    const { person } = fakerOf(origin);
    const names = [person.firstName(), person.lastName()];
    if (origin.familyFirst) names.reverse();
    const language =
      origin.language !== undefined && origin.language in languages ? origin.language : undefined;
    return { name: names.join(origin.between ?? ' '), age: 12 + random.below(7), language };
  };
}
