import { outcomeParameter, waitParameter } from '@journal/contracts';
import type { PageDefinition } from '../../../data/page-definition.ts';

export const page: PageDefinition = {
  meta: { title: 'Newsletter' },
  params: { [outcomeParameter]: 100, [waitParameter]: /^\d{1,5}$/ },
  robots: 'noindex',
};
