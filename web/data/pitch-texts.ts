import type { SubmissionFields } from '@journal/contracts';

/** A pitch as it is typed: texts, whatever they will mean. */
export type PitchTexts = Record<keyof SubmissionFields, string>;

export const emptyPitch: PitchTexts = {
  fullName: '',
  age: '12',
  school: '',
  section: '',
  articleTitle: '',
  articleSummary: '',
  fullEssay: '',
};

/** The pitch as it is sent: trimmed, and without a school where none is given. Whether it may be sent is for the schema to say. */
export function pitchOf(texts: PitchTexts): SubmissionFields {
  const { school, age, section, ...rest } = trimmed(texts);
  return {
    ...rest,
    // Nothing is no age, and `Number` would make it 0.
    age: age === '' ? Number.NaN : Number(age),
    ...(school === '' ? {} : { school }),
    section: section as SubmissionFields['section'],
  };
}

function trimmed(texts: PitchTexts): PitchTexts {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, String(text).trim()]),
  ) as PitchTexts;
}
