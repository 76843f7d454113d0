import { allIssues } from '../../../data/newsroom.api.ts';
import type { PageDefinition } from '../../../data/page-definition.ts';

export const page: PageDefinition = {
  meta: { title: 'Issues', description: 'The journal’s newsroom.' },
  access: 'edit-issues',
  queries: () => ({ wanted: [allIssues] }),
  robots: 'disallow',
};
