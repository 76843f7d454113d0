import { describe, expect, it } from 'vitest';
import { firstIssueOf, issueAt } from './issue.ts';

const at = (moment: string, first = { number: 1, date: '2026-01-07' }) => {
  const { number, date } = issueAt(Date.parse(moment), first);
  return [number, date.toISOString().slice(0, 10)];
};

describe('issueAt', () => {
  it('starts with issue 1 on the first day, and the next one every second Monday at midnight UTC', () => {
    expect(at('2026-01-07T00:00:00Z')).toEqual([1, '2026-01-07']);
    expect(at('2026-01-18T23:59:59Z')).toEqual([1, '2026-01-07']);
    expect(at('2026-01-19T00:00:00Z')).toEqual([2, '2026-01-19']);
    expect(at('2026-11-21T12:00:00Z')).toEqual([23, '2026-11-09']);
    expect(at('2028-03-01T12:00:00Z')).toEqual([57, '2028-02-28']);
  });

  it.each([
    ['Monday', '2026-01-05', '2026-01-19T00:00:00Z'],
    ['Sunday', '2026-01-11', '2026-01-19T00:00:00Z'],
  ])('counts from the week of the first day if that is a %s', (_day, date, next) => {
    const first = { number: 7, date };
    expect(at(new Date(Date.parse(next) - 1).toISOString(), first)).toEqual([7, date]);
    expect(at(next, first)).toEqual([8, '2026-01-19']);
  });

  it('returns the first issue for earlier times', () => {
    expect(at('2020-01-01T00:00:00Z')).toEqual([1, '2026-01-07']);
  });
});

describe('the first issue', () => {
  it.each([
    [undefined, { number: 1, date: '2026-11-23' }],
    ['57', { number: 57, date: '2026-11-23' }],
    ['2024-02-05', { number: 1, date: '2024-02-05' }],
  ])('is derived from FIRST_ISSUE=%s', (asked, first) => {
    expect(firstIssueOf('2026-11-23', asked)).toEqual(first);
  });
});
