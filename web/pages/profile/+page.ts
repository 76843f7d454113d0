import type { PageDefinition } from '../../data/page-definition.ts';
import { ownSubmissions } from '../../data/reader.api.ts';

export const page: PageDefinition = {
  meta: {
    title: 'Profile',
    description: 'Your account with us: who you are here, your password and your data.',
  },
  access: 'users',
  queries: () => ({ extra: [ownSubmissions()] }),
  robots: 'noindex',
};
