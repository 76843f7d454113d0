import { queryOf } from '../../data/api.ts';
import type { PageDefinition } from '../../data/page-definition.ts';

export const page: PageDefinition = {
  meta: {
    title: 'Profile',
    description: 'Your account with us: who you are here, your password and your data.',
  },
  access: 'users',
  queries: () => ({
    extra: [
      queryOf('GET /api/me/email'),
      queryOf('GET /api/submissions/mine'),
      queryOf('GET /api/me/settings'),
      queryOf('GET /api/me/sessions'),
    ],
  }),
  robots: 'noindex',
};
