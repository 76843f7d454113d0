import { sections } from '@journal/contracts';
import { describe, expect, it } from 'vitest';
import { sectionTexts } from './sections.ts';

describe('the texts of the sections', () => {
  it('lead to the page that is named like the section', () => {
    for (const section of sections) expect(sectionTexts[section].href).toBe(`/${section}`);
  });

  it('have three points each', () => {
    for (const section of sections) expect(sectionTexts[section].points).toHaveLength(3);
  });
});
