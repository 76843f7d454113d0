// Separate from the other texts, so that the search's suggestions load nothing else.
import type { Section } from '@journal/contracts';

export { sectionNames } from '@journal/contracts';

/** The path of each section's mark, in a box of 16 by 16: two opposing halves, a horizon, a pattern. */
export const sectionMarks: Readonly<Record<Section, string>> = {
  clash: 'M7.4 0v12a6 6 0 0 1 0-12zM8.6 4v12a6 6 0 0 0 0-12z',
  view: 'M1.5 9a6.5 6.5 0 0 1 13 0zM0 11h16v2.2H0z',
  culture:
    'M0 0h7.4v7.4A7.4 7.4 0 0 1 0 0zM8.6 7.4A7.4 7.4 0 0 1 16 0v7.4zM0 16a7.4 7.4 0 0 1 7.4-7.4V16zM8.6 8.6H16A7.4 7.4 0 0 1 8.6 16z',
};
