import { describe, expect, it } from 'vitest';
import { issueAt } from './issue.ts';

const at = (moment: string) => {
  const { number, date } = issueAt(Date.parse(moment));
  return [number, date.toISOString().slice(0, 10)];
};

describe('issueAt', () => {
  it('counts a new issue every second Monday at midnight UTC', () => {
    expect(at('2026-01-05T00:00:00Z')).toEqual([1, '2026-01-05']);
    expect(at('2026-01-18T23:59:59Z')).toEqual([1, '2026-01-05']);
    expect(at('2026-01-19T00:00:00Z')).toEqual([2, '2026-01-19']);
    expect(at('2026-11-21T12:00:00Z')).toEqual([23, '2026-11-09']);
    expect(at('2028-03-01T12:00:00Z')).toEqual([57, '2028-02-28']);
  });

  it('is the first issue before there was one', () => {
    expect(at('2020-01-01T00:00:00Z')).toEqual([1, '2026-01-05']);
  });
});
