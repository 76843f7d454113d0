import { ApiError } from '@journal/contracts';
import { describe, expect, it } from 'vitest';
import { toApiAnswer } from './api-answer.ts';

const headers = { 'journal-position': '0042', link: '</api/articles?limit=6&after=25>; rel="next"' };

describe('an answer of the API', () => {
  it('is its JSON, and the next page of the list', () => {
    expect(toApiAnswer({ status: 200, headers, body: '[1]' })).toEqual({
      body: [1],
      next: '/api/articles?limit=6&after=25',
      position: '0042',
    });
    expect(
      toApiAnswer({ status: 200, headers: { link: '</x>; rel="prev", </y>; rel=next' }, body: '[]' }).next,
    ).toBe('/y');
    expect(toApiAnswer({ status: 200, headers: {}, body: '[]' }).next).toBeNull();
  });

  it('is an error of status and text otherwise', () => {
    const read =
      (status: number, body: string, statusText = '') =>
      () =>
        toApiAnswer({ status, statusText, headers: {}, body });
    expect(read(404, 'gone')).toThrow(new ApiError(404, 'gone'));
    expect(read(404, 'gone')).toThrow('404: gone');
    expect(read(500, '', 'Internal Server Error')).toThrow('500: Internal Server Error');
  });
});
