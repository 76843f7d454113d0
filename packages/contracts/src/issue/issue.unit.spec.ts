import { type ConsentState, consentMark, consentStates } from '@journal/events/fields';
import { expect, it } from 'vitest';
import { willBecomeArticle, willBeInIssue } from './issue.ts';

it('an issue includes accepted and already published pitches, and only the former become articles with it', () => {
  const outcomes = [
    ['pending', 'accepted', true, true],
    ['pending', 'resubmitted', false, false],
    ['published', null, true, false],
    ['published', 'accepted', true, false],
    ['declined', 'accepted', false, false],
    ['withdrawn', 'accepted', false, false],
    ['deleted', 'accepted', false, false],
  ] as const;
  for (const [status, stage, isOut, becomesArticle] of outcomes)
    expect(
      [willBeInIssue({ status, stage }), willBecomeArticle({ status, stage })],
      `${status} ${stage}`,
    ).toEqual([...[isOut, becomesArticle]]);
});

it('an issue omits unpublished pitches of writers below the consent age without a guardian’s consent', () => {
  const isIncluded = (
    pitch: { status?: 'pending' | 'published'; age?: number | null; consent?: ConsentState | null },
    consentAge?: number,
  ) => {
    const row = { status: 'pending', stage: 'accepted', age: 15, consent: null, ...pitch } as const;
    return willBeInIssue({ ...row, ...consentMark(row, consentAge) });
  };
  expect(isIncluded({}, 16)).toBe(false);
  expect(isIncluded({ age: 16 }, 16)).toBe(true);
  expect(isIncluded({ age: null }, 16)).toBe(true);
  expect(isIncluded({})).toBe(true);
  expect(isIncluded({ status: 'published' }, 16)).toBe(true);
  for (const consent of consentStates)
    expect([consent, isIncluded({ consent }, 16)]).toEqual([consent, consent === 'given']);
});
