import type { PageDefinition } from '../../../data/page-definition.ts';

export const page: PageDefinition = {
  meta: { title: 'Pages', description: 'The journal’s newsroom.' },
  access: 'admin',
  params: { edit: 100 },
  robots: 'disallow',
};
