import { expect, it, onTestFinished, vi } from 'vitest';
import { emptyPitch, isBlank, mergeTexts, readDraft, textsIn } from './pitch-draft.ts';

const base = { ...emptyPitch, articleTitle: 'Title', fullEssay: 'Essay' };

it('fields that only one side changed are merged', () => {
  const mine = { ...base, fullEssay: 'Essay, longer' };
  const theirs = { ...base, articleTitle: 'Better title' };
  expect(mergeTexts({ base, mine, theirs })).toEqual({
    texts: { ...base, articleTitle: 'Better title', fullEssay: 'Essay, longer' },
    isConflict: false,
  });
});

it('the own text is kept, and a conflict reported, if both sides changed a field', () => {
  const mine = { ...base, fullEssay: 'One way' };
  const theirs = { ...base, fullEssay: 'Another way' };
  expect(mergeTexts({ base, mine, theirs })).toEqual({ texts: mine, isConflict: true });
});

it('texts that are equal or were emptied on the other side are no conflict', () => {
  const mine = { ...base, fullEssay: 'One way' };
  expect(mergeTexts({ base, mine, theirs: mine })).toEqual({ texts: mine, isConflict: false });
  const { texts, isConflict } = mergeTexts({ base, mine, theirs: emptyPitch });
  expect(texts).toEqual({ ...emptyPitch, fullEssay: 'One way' });
  expect(isConflict).toBe(false);
});

it('a form in which nothing was typed is blank', () => {
  expect(isBlank(emptyPitch, emptyPitch)).toBe(true);
  expect(isBlank({ ...emptyPitch, fullName: 'Sample Writer' }, emptyPitch)).toBe(false);
  const ofUser = { ...emptyPitch, fullName: 'Sample Writer' };
  expect(isBlank(ofUser, ofUser)).toBe(true);
  expect(isBlank({ ...emptyPitch, articleTitle: '  ' }, emptyPitch)).toBe(true);
  expect(isBlank({ ...emptyPitch, age: '15' }, emptyPitch)).toBe(false);
});

it.each([null, 1, 'x', [], {}, { ...emptyPitch, age: 12 }])('textsIn finds nothing in %j', (value) => {
  expect(textsIn(value)).toBeUndefined();
});

it('textsIn finds the texts, and ignores other fields', () => {
  expect(textsIn({ ...base, more: 'x' })).toEqual(base);
});

it.each(['{', 'null', '[]', '{"id":"x","texts":{"fullName":1}}', `{"texts":${JSON.stringify(base)}}`])(
  'readDraft finds nothing in %s',
  (stored) => {
    vi.stubGlobal('localStorage', { getItem: () => stored });
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(readDraft(null)).toBeUndefined();
  },
);
