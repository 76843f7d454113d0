import { describe, expect, it } from 'vitest';
import { latestHref, latestIn } from '../../data/reader.api.ts';

describe('the address of Latest Articles', () => {
  it.each([{}, { section: 'view' as const }, { after: '31' }, { section: 'clash' as const, after: '7' }])(
    'round-trips %j',
    (latest) => {
      const { searchParams, hash } = new URL(latestHref(latest), 'http://journal');
      expect(latestIn(Object.fromEntries(searchParams))).toEqual({
        section: undefined,
        after: undefined,
        ...latest,
      });
      expect(hash).toBe('#latest');
    },
  );

  it('ignores unknown values', () => {
    expect(latestIn({ section: 'sport', after: '-1', page: '2' })).toEqual({
      section: undefined,
      after: undefined,
    });
  });
});
