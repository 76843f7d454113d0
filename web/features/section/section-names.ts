import type { Section } from '@journal/contracts';

export const sectionNames: Readonly<Record<Section, string>> = {
  clash: 'The Clash',
  view: 'The View',
  culture: 'The Culture',
};
