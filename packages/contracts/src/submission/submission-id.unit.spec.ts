import { expect, it } from 'vitest';
import { parseSubmissionId } from './submission-id.ts';

const id = '5b7a2c1e-0d3f-4e6a-9b8c-7d1e2f3a4b5c';

it('takes a UUID in lower case', () => {
  expect(parseSubmissionId(id)).toBe(id);
});

it.each(['', '1', id.toUpperCase(), `${id} `, `x${id}`, id.replaceAll('-', '')])('refuses %j', (text) => {
  expect(parseSubmissionId(text)).toBeUndefined();
});
