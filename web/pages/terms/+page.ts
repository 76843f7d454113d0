import type { PageDefinition } from '../../data/page-definition.ts';

export const page: PageDefinition = {
  meta: {
    title: 'Terms',
    description: 'The rules of this journal for readers and writers, in plain words.',
  },
  sitemap: 7,
  reading: true,
};
