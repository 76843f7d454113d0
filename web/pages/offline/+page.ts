import type { PageDefinition } from '../../data/page-definition.ts';

export const page: PageDefinition = {
  meta: { title: 'You are offline' },
  robots: 'noindex',
  reading: true,
};
