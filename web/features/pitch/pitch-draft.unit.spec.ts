import { expect, it, onTestFinished, vi } from 'vitest';
import { emptyPitch, isBlank, mergeTexts, readDraft, textsIn } from './pitch-draft.ts';

const base = { ...emptyPitch, articleTitle: 'Title', fullEssay: 'Essay' };

it('takes each field from who changed it', () => {
  const mine = { ...base, fullEssay: 'Essay, longer' };
  const theirs = { ...base, articleTitle: 'Better title' };
  expect(mergeTexts({ base, mine, theirs })).toEqual({
    texts: { ...base, articleTitle: 'Better title', fullEssay: 'Essay, longer' },
    isConflict: false,
  });
});

it('keeps what is here where both changed a field, and says that there is another text', () => {
  const mine = { ...base, fullEssay: 'One way' };
  const theirs = { ...base, fullEssay: 'Another way' };
  expect(mergeTexts({ base, mine, theirs })).toEqual({ texts: mine, isConflict: true });
});

it('what became the same, or was emptied there, is no other text', () => {
  const mine = { ...base, fullEssay: 'One way' };
  expect(mergeTexts({ base, mine, theirs: mine })).toEqual({ texts: mine, isConflict: false });
  const { texts, isConflict } = mergeTexts({ base, mine, theirs: emptyPitch });
  expect(texts).toEqual({ ...emptyPitch, fullEssay: 'One way' });
  expect(isConflict).toBe(false);
});

it('knows a form in which nothing is typed', () => {
  expect(isBlank(emptyPitch, emptyPitch)).toBe(true);
  expect(isBlank({ ...emptyPitch, fullName: 'Sample Writer' }, emptyPitch)).toBe(false);
  const ofUser = { ...emptyPitch, fullName: 'Sample Writer' };
  expect(isBlank(ofUser, ofUser)).toBe(true);
  expect(isBlank({ ...emptyPitch, articleTitle: '  ' }, emptyPitch)).toBe(true);
  expect(isBlank({ ...emptyPitch, age: '15' }, emptyPitch)).toBe(false);
});

it.each([null, 1, 'x', [], {}, { ...emptyPitch, age: 12 }])('finds no texts in %j', (value) => {
  expect(textsIn(value)).toBeUndefined();
});

it('finds texts, and nothing else that lies with them', () => {
  expect(textsIn({ ...base, more: 'x' })).toEqual(base);
});

it.each(['{', 'null', '[]', '{"id":"x","texts":{"fullName":1}}', `{"texts":${JSON.stringify(base)}}`])(
  'finds no draft in %s',
  (stored) => {
    vi.stubGlobal('localStorage', { getItem: () => stored });
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(readDraft(null)).toBeUndefined();
  },
);
