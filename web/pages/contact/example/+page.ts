import type { PageDefinition } from '../../../data/page-definition.ts';
import { exampleTeaser } from '../../../features/pitch/example-teaser.ts';

export const page: PageDefinition = {
  meta: { title: 'An Example', description: exampleTeaser.excerpt },
  sitemap: 6,
  reading: true,
};
