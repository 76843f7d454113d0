import { sections } from '@journal/contracts';
import { expect, it } from 'vitest';
import { sectionTexts } from './sections.ts';

it.each(sections)('%s has three points', (section) => {
  expect(Object.keys(sectionTexts[section].points)).toHaveLength(3);
});
