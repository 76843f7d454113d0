import type { PageDefinition } from '../../data/page-definition.ts';

export const page: PageDefinition = {
  meta: { title: 'No connection' },
  robots: 'noindex',
  reading: true,
};
