import { expect, it } from 'vitest';
import { editDraftPrefix } from '../../data/forget-draft.ts';
import { draftIn, removeOldDrafts } from './edit-draft.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
const draft = { origin: 'x', values: { title: 'Typed' }, at: '2026-11-09T12:00:01Z' };

it('a draft is used for 14 days', () => {
  expect(draftIn(JSON.stringify(draft), now)).toEqual(draft);
  expect(draftIn(JSON.stringify({ ...draft, at: '2026-11-09T12:00:00Z' }), now)).toBeUndefined();
});

it.each([null, '{}', 'null', JSON.stringify({ at: draft.at }), JSON.stringify({ ...draft, at: 'x' })])(
  'a draft is not read from invalid text: %s',
  (text) => {
    expect(draftIn(text, now)).toBeUndefined();
  },
);

it('expired and invalid drafts of every form are removed', () => {
  const texts: Record<string, string> = {
    [`${editDraftPrefix}editor/articles/1`]: JSON.stringify(draft),
    [`${editDraftPrefix}editor/articles/2`]: JSON.stringify({ ...draft, at: '2026-11-09T12:00:00Z' }),
    [`${editDraftPrefix}another/submissions/3`]: 'no JSON',
    'journal-theme': 'dark',
  };
  const storage = Object.create({
    getItem: (key: string) => texts[key] ?? null,
    removeItem: (key: string) => delete texts[key],
  });
  Object.assign(storage, texts);
  removeOldDrafts(storage, now);
  expect(Object.keys(texts)).toEqual([`${editDraftPrefix}editor/articles/1`, 'journal-theme']);
});
