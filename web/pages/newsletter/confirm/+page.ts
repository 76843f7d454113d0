import { outcomeParameter } from '@journal/contracts';
import type { PageDefinition } from '../../../data/page-definition.ts';

export const page: PageDefinition = {
  meta: { title: 'Confirm your subscription' },
  params: { token: 200, [outcomeParameter]: 100 },
  robots: 'noindex',
};
