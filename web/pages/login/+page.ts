import type { PageDefinition } from '../../data/page-definition.ts';
import { returnParam } from '../../data/return-path.ts';

export const page: PageDefinition = {
  meta: { title: 'Sign In', description: 'Sign in to pitch an essay, and to see your profile.' },
  access: 'visitors',
  params: { [returnParam]: 200 },
  robots: 'noindex',
};
