import { expect, test } from 'vitest';
import { createPlainMatcher } from '../plain/plain-matcher.ts';
import { hardCases } from './hard-cases.ts';
import { hardDocuments } from './hard-documents.ts';

const { find } = createPlainMatcher(hardDocuments);

test.each(hardCases)('%s: %j', (_what, text, found) => {
  expect(find(text).map(({ id }) => id)).toEqual(found);
});
