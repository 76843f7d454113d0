import { queryOf } from '../../../data/api.ts';
import type { PageDefinition } from '../../../data/page-definition.ts';

export const page: PageDefinition = {
  meta: { title: 'People', description: 'The journal’s newsroom.' },
  access: 'administrators',
  queries: () => ({ wanted: [queryOf('GET /api/newsroom/administrators')] }),
  robots: 'disallow',
};
