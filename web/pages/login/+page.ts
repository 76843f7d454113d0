import type { PageDefinition } from '../../data/page-definition.ts';
import { returnParam } from '../../features/account/account-links.ts';

export const page: PageDefinition = {
  meta: { title: 'Sign In', description: 'Sign in to pitch an essay, and to see your profile.' },
  access: 'visitors',
  params: { [returnParam]: 200 },
  form: true,
};
