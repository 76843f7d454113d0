import type { PageDefinition } from '../../data/page-definition.ts';
import { returnParam } from '../../features/account/account-links.ts';

export const page: PageDefinition = {
  meta: {
    title: 'Sign Up',
    description: 'Join a bi-weekly journal by writers aged 12 to 18: make an account to send us your pitch.',
  },
  access: 'visitors',
  params: { [returnParam]: 200 },
  form: true,
  robots: 'noindex',
};
