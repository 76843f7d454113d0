import { newsroomInvitations, newsroomPeople } from '../../../data/newsroom.api.ts';
import type { PageDefinition } from '../../../data/page-definition.ts';

export const page: PageDefinition = {
  meta: { title: 'People', description: 'The journal’s newsroom.' },
  access: 'admin',
  queries: () => ({ wanted: [newsroomPeople, newsroomInvitations] }),
  robots: 'disallow',
};
