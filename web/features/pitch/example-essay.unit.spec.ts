import { countWords, essayGuidance } from '@journal/contracts';
import { expect, it } from 'vitest';
import { exampleEssay } from './example-essay.ts';

it('the example essay has the length that we ask for', () => {
  const words = countWords(`${exampleEssay.opening} ${exampleEssay.rest}`);
  expect(words).toBeGreaterThanOrEqual(essayGuidance.minimum);
  expect(words).toBeLessThanOrEqual(essayGuidance.maximum);
});
