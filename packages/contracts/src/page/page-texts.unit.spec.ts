import { expect, it } from 'vitest';
import { previewDays } from '../preview/preview.schema.ts';
import { pageTexts } from './page-texts.ts';

it('the privacy text says who sees a pitch before it is published', () => {
  expect(pageTexts.privacy).not.toContain('Only the newsroom sees a pitch.');
  expect(pageTexts.privacy).toContain(`a link that works for ${previewDays} days at most`);
  expect(pageTexts.privacy).toContain('a trial copy of the issue');
});

it('the privacy text says when the erasure of an account does not end the newsletter', () => {
  expect(pageTexts.privacy).toContain('ends as well, unless the address was never confirmed');
});
