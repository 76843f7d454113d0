import type { PageDefinition } from '../../data/page-definition.ts';
import { stats } from '../../data/reader.api.ts';

export const page: PageDefinition = {
  meta: {
    title: 'About',
    description:
      'Who we are, how we work, and what we stand for: a bi-weekly journal by writers aged 12 to 18.',
  },
  queries: () => ({ extra: [stats()] }),
  sitemap: 4,
  reading: true,
};
