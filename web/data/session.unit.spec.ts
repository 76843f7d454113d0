import { addressOf, routes } from '@journal/contracts';
import { expect, it } from 'vitest';
import { isPersonal } from './session.ts';

it('every read that not everybody may send is personal, and no page of readers is', () => {
  const reads = Object.entries(routes).filter(
    ([name, { access }]) => name.startsWith('GET ') && access !== 'service',
  );
  const wronglySorted = (isOpen: boolean) =>
    reads
      .filter(([, { access }]) => (access === 'public') === isOpen)
      .map(([name]) => name.slice('GET '.length))
      .filter((path) => isPersonal(path) !== !isOpen);
  expect(wronglySorted(false)).toEqual([]);
  expect(wronglySorted(true)).toEqual([]);
  const ofEditors = addressOf('GET /api/issues/:id', { params: { id: 7 }, query: { status: 'all' } });
  expect(isPersonal(ofEditors)).toBe(true);
});
