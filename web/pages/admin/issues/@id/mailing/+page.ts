import { issueForEditors, mailings } from '../../../../../data/newsroom.api.ts';
import type { PageDefinition } from '../../../../../data/page-definition.ts';

export const page: PageDefinition = {
  meta: ({ routeParams }) => ({
    title: `Mailing of issue ${routeParams.id}`,
    description: 'The journal’s newsroom.',
  }),
  access: 'edit-issues',
  segments: { id: /[1-9][0-9]{0,5}/ },
  queries: ({ routeParams: { id } }) => ({
    required: [issueForEditors(Number(id))],
    wanted: [mailings(Number(id))],
  }),
  robots: 'disallow',
};
