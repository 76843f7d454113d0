import type { PageDefinition } from '../../data/page-definition.ts';

export const page: PageDefinition = {
  meta: {
    title: 'Write for Us',
    description: 'Send us your pitch: a debate, an essay or a review, if you are 12 to 18.',
  },
  sitemap: 5,
  form: true,
};
