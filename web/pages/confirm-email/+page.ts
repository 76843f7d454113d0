import { outcomeParameter } from '@journal/contracts';
import type { PageDefinition } from '../../data/page-definition.ts';

export const page: PageDefinition = {
  meta: { title: 'Confirm your address' },
  params: { token: 200, [outcomeParameter]: 100 },
  robots: 'noindex',
};
