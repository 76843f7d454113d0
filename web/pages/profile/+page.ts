import { queryOf } from '../../data/api.ts';
import type { PageDefinition } from '../../data/page-definition.ts';
import { ownEmail, ownPitchesIn, pitchCursor } from '../../data/writer.api.ts';

export const page: PageDefinition = {
  meta: {
    title: 'Profile',
    description: 'Your account with us: who you are here, your password and your data.',
  },
  access: 'users',
  params: { older: pitchCursor },
  queries: ({ urlParsed: { search } }) => ({
    extra: [
      ownEmail,
      ownPitchesIn(search),
      queryOf('GET /api/me/settings'),
      queryOf('GET /api/me/passkeys'),
      queryOf('GET /api/me/sessions'),
    ],
  }),
  robots: 'noindex',
};
