import { defaultByline } from '@journal/contracts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { adoptDraft, draftKeyOf, draftMarkKeyOf, isDraftSaved } from '../../data/forget-draft.ts';
import { setByline, textsOfByline } from './byline-texts.ts';
import { emptyPitch, isBlank, mergeTexts, readDraft, startDraftFrom, textsIn } from './pitch-draft.ts';

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

it.each<[string, Record<string, object>, boolean]>([
  ['a draft that was saved to it', { [draftKeyOf('a')]: { texts: base } }, true],
  ['such a draft and one beside it', { [draftKeyOf('a')]: { texts: base, aside: [base] } }, false],
  [
    'such a draft and a visitor’s',
    { [draftKeyOf('a')]: { texts: base }, [draftKeyOf(null)]: { texts: base } },
    false,
  ],
  ['only a visitor’s', { [draftKeyOf(null)]: { texts: base } }, false],
])('whether the account has all that the browser keeps: %s', (_what, drafts, isSaved) => {
  const kept: Record<string, object> = { ...drafts, [draftMarkKeyOf('a', 'new-pitch')]: { typed: 'no' } };
  const getItem = (key: string) => (key in kept ? JSON.stringify(kept[key]) : null);
  vi.stubGlobal('localStorage', { getItem });
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(isDraftSaved('a')).toBe(isSaved);
});

/** Stubs the browser's storage with these contents. */
function stubStorage(contents: Readonly<Record<string, object>>) {
  const stored = new Map(Object.entries(contents).map(([name, value]) => [name, JSON.stringify(value)]));
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return stored;
}
const pitch = { ...base, age: 14, byline: defaultByline } as never;

it('a text that is pitched again counts as typed here, so that no draft of another device replaces it', () => {
  const key = draftMarkKeyOf('a', 'new-pitch');
  const stored = stubStorage({ [key]: { etag: '"0-a"', typed: 'no', sent: 7 } });
  startDraftFrom('a', pitch);
  expect(readDraft('a')?.texts).toEqual({ ...base, age: '14' });
  expect(JSON.parse(stored.get(key) ?? '')).toEqual({ etag: '"0-a"', typed: 'text', sent: 7 });
});

it('a text that is pitched again is not offered as another draft as well, unless its byline differs', () => {
  const [kept, penName] = [
    { ...base, fullEssay: 'Kept' },
    { ...defaultByline, name: 'pen', penName: 'Fox' },
  ];
  stubStorage({ [draftKeyOf('a')]: { id: 'x', texts: kept } });
  for (const _press of [1, 2]) startDraftFrom('a', pitch);
  expect(readDraft('a')?.others).toEqual([kept]);
  setByline('a', textsOfByline(penName as never));
  startDraftFrom('a', pitch);
  expect(readDraft('a')?.others).toMatchObject([{ ...base, age: '14', penName: 'Fox' }, kept]);
});

it('an empty form beside which drafts are kept is not one of them itself', () => {
  const empty = { ...emptyPitch, fullName: 'Sample Writer' };
  const own = { id: 'x', texts: empty, aside: [base] };
  const stored = stubStorage({ [draftKeyOf('a')]: own });
  startDraftFrom('a', pitch);
  expect(readDraft('a')?.others).toEqual([base]);
  stored.set(draftKeyOf('a'), JSON.stringify(own));
  stored.set(draftKeyOf(null), JSON.stringify({ id: 'y', texts: { ...base, fullEssay: 'Of a visitor' } }));
  adoptDraft('a');
  expect(readDraft('a')?.others).toEqual([base]);
});
