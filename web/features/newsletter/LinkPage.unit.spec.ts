import { describe, expect, it } from 'vitest';
import { linkViewOf, subscribeNoticeOf } from './LinkPage.tsx';

describe('a page opened from a mailed link', () => {
  it.each([
    [{ token: 'abc' }, { token: 'abc' }],
    [{ outcome: 'done' }, 'done'],
    [{ outcome: 'invalid-link' }, 'void'],
    [{ outcome: 'anything', token: 'abc' }, 'void'],
    [{ token: '' }, 'void'],
    [{}, 'void'],
  ])('with the query %j shows %j', (query, view) => {
    expect(linkViewOf(query)).toEqual(view);
  });
});

it.each([
  [{}, 'The newsletter'],
  [{ outcome: 'done' }, 'Check your email'],
  [{ outcome: 'invalid-request' }, 'Please try again'],
  [{ outcome: 'too-many-requests', wait: '120' }, 'Please try later'],
  [{ outcome: '<b>' }, 'Please try again'],
])('a form returned with %j shows "%s"', (query, title) => {
  expect(subscribeNoticeOf(query).title).toBe(title);
});

it('a form submitted too often shows how long to wait', () => {
  const { text } = subscribeNoticeOf({ outcome: 'too-many-requests', wait: '3540' });
  expect(text).toBe('Too many requests. Please wait 59 minutes and try again.');
});
