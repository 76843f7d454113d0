import { concerns } from '../../../data/newsroom.api.ts';
import type { PageDefinition } from '../../../data/page-definition.ts';

export const page: PageDefinition = {
  meta: { title: 'Concerns', description: 'The journal’s newsroom.' },
  access: 'read-concerns',
  queries: () => ({ wanted: [concerns] }),
  robots: 'disallow',
};
