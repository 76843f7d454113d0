import type { PageDefinition } from '../../data/page-definition.ts';

export const page: PageDefinition = {
  meta: { title: 'Your invitation' },
  access: 'users',
  params: { token: 200 },
  robots: 'noindex',
  secret: true,
};
