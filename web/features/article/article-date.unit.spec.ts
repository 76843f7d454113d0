import { describe, expect, it } from 'vitest';
import { localDate, longDate, neutralDate } from './article-date.ts';

describe('dates', () => {
  it('are days of UTC, whatever the zone of the machine', () => {
    expect(longDate('2026-11-21T23:59:59.999Z')).toBe('November 21, 2026');
    expect(neutralDate('2026-11-21T00:00:00.000Z')).toBe('Nov 21, 2026');
    expect(localDate('2026-11-21T00:00:00.000Z')).toContain('21');
  });
});
