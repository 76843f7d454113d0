import { expect, it } from 'vitest';
import { sampleDocument } from '../contract/opened-search.ts';
import { searchedAttributes, shownAttributes, toIndexedDocument } from './document.ts';

const document = sampleDocument({
  id: 7,
  title: 'Snow days',
  excerpt: 'Of ice',
  content: 'Ice and snow',
  authorName: 'Ada Brun',
  authorAge: 15,
});

it('is kept as it is, with its words beside it', () => {
  expect(toIndexedDocument(document)).toEqual({
    ...document,
    createdAtMilliseconds: Date.parse(document.createdAt),
    titleWords: 'xsnow xdays',
    titleBeginnings: 'xs xsn xsno xd xda xday',
    nameWords: 'xada xbrun',
    nameBeginnings: 'xa xad xb xbr xbru',
    textWords: 'xof xice xand xsnow',
    textBeginnings: 'xo xi xic xa xan xs xsn xsno',
  });
});

it('has every attribute that is searched or shown, and nothing else that was given', () => {
  const indexed = toIndexedDocument({ ...document, email: 'of nobody' } as typeof document);
  expect(Object.keys(indexed).toSorted()).toEqual(
    [...shownAttributes, ...searchedAttributes, 'createdAtMilliseconds'].toSorted(),
  );
});

it('of a writer who has been forgotten has no word of a name', () => {
  const indexed = toIndexedDocument({ ...document, authorName: null, authorAge: null });
  expect([indexed.nameWords, indexed.nameBeginnings]).toEqual(['', '']);
  expect(JSON.stringify(indexed)).not.toMatch(/brun/i);
});
