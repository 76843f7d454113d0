import { expect, test } from 'vitest';
import { fieldList } from './field-words.ts';

test('fields are told in the order of the form, in whatever order they were changed', () => {
  expect(fieldList(['authorAge', 'featured', 'title', 'content'])).toBe(
    'title, content, author age, featured',
  );
  expect(fieldList(['somethingNew', 'fullName', 'articleTitle'])).toBe(
    'full name, article title, somethingnew',
  );
});
