import type { PageDefinition } from '../../data/page-definition.ts';
import { pageText } from '../../data/reader.api.ts';

export const page: PageDefinition = {
  meta: {
    title: 'Terms',
    description: 'The rules of this journal for readers and writers, in plain words.',
  },
  queries: () => ({ required: [pageText('terms')] }),
  sitemap: 8,
  reading: true,
};
