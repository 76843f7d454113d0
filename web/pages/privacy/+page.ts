import type { PageDefinition } from '../../data/page-definition.ts';
import { pageText } from '../../data/reader.api.ts';

export const page: PageDefinition = {
  meta: {
    title: 'Privacy',
    description:
      'What this journal stores about readers and writers, who sees it, for how long, and how to export and erase it.',
  },
  queries: () => ({ required: [pageText('privacy')] }),
  sitemap: 7,
  reading: true,
};
