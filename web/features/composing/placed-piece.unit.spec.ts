import type { ArticleCard, Issue, WaitingPitch } from '@journal/contracts';
import { expect, it } from 'vitest';
import {
  asPublished,
  comesToNothing,
  countPitches,
  orderOf,
  type PlacedPiece,
  without,
} from './placed-piece.ts';

const article = (articleId: number, heading: string | null = null, isSeen = true): PlacedPiece => ({
  articleId,
  heading,
  article: isSeen ? ({ id: articleId, title: `Article ${articleId}` } as ArticleCard) : null,
});

const pitch = (status: WaitingPitch['status'], heading: string | null = null): PlacedPiece => ({
  submissionId: status,
  heading,
  article: null,
  pitch: {
    card: { title: status } as WaitingPitch['card'],
    status,
    stage: status === 'pending' ? 'accepted' : null,
  },
});

const unconsented: PlacedPiece = {
  submissionId: 'unconsented',
  heading: null,
  article: null,
  pitch: {
    ...{ card: { title: 'unconsented' } as WaitingPitch['card'], status: 'pending', stage: 'accepted' },
    awaitsConsent: true,
  },
};

const headingsOf = (pieces: readonly PlacedPiece[]) => pieces.map(({ heading }) => heading);

it('the heading of a removed piece passes to the next piece', () => {
  const pieces = [article(1), article(2, 'At sea'), article(3), article(4, 'Ashore')];
  expect(headingsOf(without(pieces, 1))).toEqual([null, 'At sea', 'Ashore']);
  expect(headingsOf(without(pieces, 2))).toEqual([null, 'At sea', 'Ashore']);
  expect(headingsOf(without([article(1, 'At sea'), article(2, 'Ashore')], 0))).toEqual(['Ashore']);
  expect(without([article(1, 'At sea')], 0)).toEqual([]);
});

it('an issue comes to nothing without a piece that can come out, now or once a consent is given', () => {
  const isLost = (...pieces: PlacedPiece[]) => comesToNothing({ pieces } as unknown as Issue);
  expect(isLost()).toBe(true);
  expect(isLost(pitch('withdrawn'), pitch('declined'), article(3, null, false))).toBe(true);
  expect(isLost(pitch('withdrawn'), unconsented)).toBe(false);
  expect(isLost(article(3))).toBe(false);
});

it('the preview of an issue omits missing pieces, and passes their headings to the next one', () => {
  const pieces = [
    pitch('withdrawn', 'At sea'),
    unconsented,
    pitch('pending'),
    article(3, 'Ashore', false),
    article(4),
    article(5),
  ];
  const issue = { pieces } as unknown as Issue;
  const shown = asPublished(issue).pieces;
  expect(countPitches(issue)).toBe(1);
  expect(shown.map((piece) => [piece.article?.title, piece.heading])).toEqual([
    ['pending', 'At sea'],
    ['Article 4', 'Ashore'],
    ['Article 5', null],
  ]);
});

it('an order is the same with headings that are stored in the same way', () => {
  const order = (heading: string | null) => orderOf([article(1, heading), article(2)]);
  expect(order(' At sea ')).toBe(order('At sea'));
  expect(order(' ')).toBe(order(null));
  expect(order('Ashore')).not.toBe(order('At sea'));
});
